import {merge} from '../api/merge.js';
import {arrayOf, isObject, type Json, objectOf} from '../json/json.js';
import {type AdoptedOptions, adoptOptions} from './adopt-options.js';
import {isSameId} from './default-choice.js';
import {type Choice, listChoices} from './match-choices.js';

export interface MergedOptions extends Pick<AdoptedOptions, 'doubtful'> {
  readonly options: Json;
  /** True if the default is a choice that has no id yet. */
  readonly isDefaultOpen: boolean;
  /** The declared default if no choice has that id; it is left out. */
  readonly unknownDefault: Json | undefined;
}

/** Merges declared options into those of a field. */
export function mergeOptions(declared: Json, current: Json | undefined): MergedOptions {
  const {options, adoptedDefault, doubtful} = adoptOptions(declared, current);
  const {newTitle, unknownId} = adoptedDefault;
  const merged = merge(options, current, ['options']);
  return {
    options: correctMerged(merged, options, current) ?? merged,
    isDefaultOpen: newTitle !== undefined,
    unknownDefault: unknownId,
    doubtful,
  };
}

/** Corrects merged options in what lists that are merged one by one cannot know of each other. */
export function correctMerged(
  options: Json | undefined,
  adopted: Json | undefined,
  current: Json | undefined,
): Json | undefined {
  return withoutLostDefault(withoutSharedChoices(options, adopted), adopted, current);
}

/** Takes a new choice as it is declared if it was merged with one that another declared choice already stands for. */
function withoutSharedChoices(options: Json | undefined, adopted: Json | undefined): Json | undefined {
  const declared = listChoices(adopted);
  const taken = new Set(declared.flatMap(({id}) => (id === undefined ? [] : JSON.stringify(id))));
  const placeOf = ({group, index}: Pick<Choice, 'group' | 'index'>) => `${group} ${index}`;
  const added = new Map(declared.filter(({id}) => id === undefined).map(choice => [placeOf(choice), choice]));
  const shared = listChoices(options).filter(
    choice => added.has(placeOf(choice)) && taken.has(JSON.stringify(choice.id ?? null)),
  );
  const groups = arrayOf(objectOf(options)?.['groups']);
  if (!isObject(options) || !groups || shared.length === 0) return options;
  const separated = new Map(
    shared.map(choice => {
      const {sort_order} = choice.members;
      const own = added.get(placeOf(choice))?.members ?? {};
      return [placeOf(choice), sort_order === undefined ? own : {...own, sort_order}];
    }),
  );
  const separate = (choice: Json, group: number, index: number) => separated.get(placeOf({group, index})) ?? choice;
  return {
    ...options,
    groups: groups.map((group, at) => {
      const choices = isObject(group) ? arrayOf(group['options']) : undefined;
      return isObject(group) && choices
        ? {...group, options: choices.map((each, index) => separate(each, at, index))}
        : group;
    }),
  };
}

/**
 * Removes a `default_option_id` from merged options if its choice was among the current ones and no longer is.
 *
 * @param adopted the declared options as `adoptOptions` returns them; a default that they have stays
 */
function withoutLostDefault(
  options: Json | undefined,
  adopted: Json | undefined,
  current: Json | undefined,
): Json | undefined {
  if (!isObject(options) || Object.hasOwn(objectOf(adopted) ?? {}, 'default_option_id')) return options;
  const {default_option_id, ...rest} = options;
  const isDefault = ({id}: Choice) => isSameId(id, default_option_id);
  return listChoices(current).some(isDefault) && !listChoices(options).some(isDefault) ? rest : options;
}
