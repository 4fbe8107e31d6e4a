import {merge} from '../../api/merge.js';
import {isObject, type Json, objectOf} from '../../json/json.js';
import {type AdoptedOptions, adoptOptions} from './adopt-options.js';
import {type Choice, listChoices} from './choices.js';
import {isSameId} from './default-choice.js';

/** Adopts declared options, and fills in what they omit from the current field. */
export function mergeOptions(declared: Json, current: Json | undefined): AdoptedOptions {
  const adopted = adoptOptions(declared, current);
  const merged = merge(adopted.options, current, ['options']);
  return {...adopted, options: withoutLostDefault(merged, adopted.options, current) ?? merged};
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
