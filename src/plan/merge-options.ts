import {merge} from '../api/merge.js';
import {isObject, type Json, objectOf} from '../json/json.js';
import {type AdoptedOptions, adoptOptions} from './adopt-options.js';
import {type Choice, listChoices} from './choices.js';
import {isSameId} from './default-choice.js';

export interface MergedOptions extends Pick<AdoptedOptions, 'crossed' | 'doubtful'> {
  readonly options: Json;
  /** True if the default is a choice that has no id yet. */
  readonly isDefaultOpen: boolean;
  /** The declared default if no choice has that id; it is left out. */
  readonly unknownDefault: Json | undefined;
}

export function mergeOptions(declared: Json, current: Json | undefined): MergedOptions {
  const {options, adoptedDefault, crossed, doubtful} = adoptOptions(declared, current);
  const {newTitle, unknownId} = adoptedDefault;
  const merged = merge(options, current, ['options']);
  return {
    options: withoutLostDefault(merged, options, current) ?? merged,
    isDefaultOpen: newTitle !== undefined,
    unknownDefault: unknownId,
    crossed,
    doubtful,
  };
}

/**
 * Removes a `default_option_id` from merged options if its choice was among the current ones and no longer is.
 *
 * @param adopted the declared options as `adoptOptions` returns them; a default that they have stays
 */
export function withoutLostDefault(
  options: Json | undefined,
  adopted: Json | undefined,
  current: Json | undefined,
): Json | undefined {
  if (!isObject(options) || Object.hasOwn(objectOf(adopted) ?? {}, 'default_option_id')) return options;
  const {default_option_id, ...rest} = options;
  const isDefault = ({id}: Choice) => isSameId(id, default_option_id);
  return listChoices(current).some(isDefault) && !listChoices(options).some(isDefault) ? rest : options;
}
