import {findCounterparts, merge, mergeObjects} from '../api/merge.js';
import {arrayOf, isObject, type Json, type JsonObject, objectOf, showJson} from '../json/json.js';
import {type AdoptedDefault, adoptDefault, isSameId} from './default-choice.js';
import {type Choice, listChoices, matchChoices, withHeaders} from './match-choices.js';

/** Declared options with the ids of a tenant, and what they would do to its choices. */
export interface AdoptedOptions {
  readonly options: Json;
  readonly adoptedDefault: AdoptedDefault;
  /** Titles of the choices that would be removed, along with the values stored for them. */
  readonly lost: readonly string[];
  /** Removed choices whose ids are declared for other titles: they may be renamed in a chain, or be those of another tenant. */
  readonly doubtful: readonly {readonly id: Json; readonly from: string; readonly to: string}[];
  /** Removed choices with a new one in the same position, which may be meant as renames. */
  readonly renamed: readonly {readonly from: string; readonly to: string; readonly id: Json | undefined}[];
}

/**
 * Replaces the ids of declared options with those of the tenant's choices. Ids from another tenant are never sent, and
 * `default_option_id` follows its choice (row 149).
 *
 * @param current the options of the field on the tenant; `undefined` for a field that does not exist yet
 * @param isExact drops undeclared members of moved choices, which are otherwise kept
 */
export function adoptOptions(
  declared: Json,
  current: Json | undefined,
  {isExact = false}: {readonly isExact?: boolean | undefined} = {},
): AdoptedOptions {
  const existing = listChoices(current);
  if (!isObject(declared))
    return {
      options: declared,
      adoptedDefault: {},
      lost: declared === null ? existing.map(describeChoice) : [],
      renamed: [],
      doubtful: [],
    };
  const {default_option_id, ...rest} = declared;
  const groups = arrayOf(rest['groups']);
  const currentGroups = arrayOf(objectOf(current)?.['groups']) ?? [];
  const desired = withHeaders(listChoices(declared), groups ?? [], currentGroups);
  const matches = matchChoices(desired, existing);
  // If the tenant's choices have no ids, the declared id is the only way to set the default.
  const hasNoIds = existing.length > 0 && existing.every(({id}) => id === undefined);
  const idToSend = (choice: Choice) =>
    matches.get(choice)?.id ?? (hasNoIds && isSameId(choice.id, default_option_id) ? choice.id : undefined);
  const adoptedDefault = adoptDefault(declared, {desired, existing, idToSend, current});
  // An undo restores what was there.
  const defaultId = adoptedDefault.id ?? (isExact ? adoptedDefault.unknownId : undefined);
  const kept = new Set(matches.values());
  const lost = groups || rest['groups'] === null ? existing.filter(choice => !kept.has(choice)) : [];
  const added = desired.filter(choice => !matches.has(choice));
  return {
    options: {
      ...rest,
      ...(groups ? {groups: adoptGroups(groups, currentGroups, {desired, matches, idToSend, isExact})} : {}),
      ...(defaultId === undefined ? {} : {default_option_id: defaultId}),
    },
    adoptedDefault,
    lost: lost.map(describeChoice),
    doubtful: isExact
      ? []
      : lost.flatMap(({id = null, title: from}) =>
          desired
            .filter(choice => isSameId(choice.id, id) && existing.some(({title}) => title === choice.title))
            .map(({title: to}) => ({id, from, to})),
        ),
    renamed: lost.flatMap(removed => {
      if (desired.some(({id}) => isSameId(id, removed.id))) return [];
      const successor = added.find(({header, index}) => header === removed.header && index === removed.index);
      return successor ? [{from: removed.title, to: successor.title, id: removed.id}] : [];
    }),
  };
}

interface ChoicesToAdopt {
  /** The choices of all declared groups. */
  readonly desired: readonly Choice[];
  readonly matches: ReadonlyMap<Choice, Choice>;
  readonly idToSend: (choice: Choice) => Json | undefined;
  readonly isExact: boolean;
}

/** Replaces the ids of the choices in declared groups. */
function adoptGroups(
  groups: readonly Json[],
  current: readonly Json[],
  {desired, matches, idToSend, isExact}: ChoicesToAdopt,
): readonly Json[] {
  const byGroup = Map.groupBy(desired, ({group}) => group);
  const adoptEach = (adopt: (choice: Choice) => JsonObject) =>
    groups.map((group, index) =>
      isObject(group) && group['options'] !== undefined
        ? {...group, options: (byGroup.get(index) ?? []).map(adopt)}
        : group,
    );
  const adopt = (choice: Choice) => {
    const {id: _declared, ...members} = choice.members;
    const id = idToSend(choice);
    return {...(id === undefined ? {} : {id}), ...members};
  };
  const adopted = adoptEach(adopt);
  if (isExact) return adopted;
  const counterparts = findCounterparts(adopted, current);
  // A choice that stays in its group is merged with the current one later; that does not work for one that moves.
  return adoptEach(choice => {
    const found = matches.get(choice);
    const hasMoved = found !== undefined && counterparts[choice.group] !== found.group;
    if (!hasMoved) return adopt(choice);
    // Its number is one of the group that it leaves.
    const {sort_order: _left, ...members} = found.members;
    return mergeObjects(adopt(choice), members, ['options', 'groups', choice.group, 'options', choice.index]);
  });
}

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

function describeChoice({title, id}: Choice): string {
  return title || showJson(id ?? null);
}
