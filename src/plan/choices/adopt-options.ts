import {findCounterparts, mergeObjects} from '../../api/merge.js';
import {arrayOf, isObject, type Json, numberOf, objectOf, showJson} from '../../json/json.js';
import {type Choice, groupById, listChoices, toIdKey} from './choices.js';
import {type CrossedId, findCrossedIds} from './crossed-ids.js';
import {type AdoptedDefault, adoptDefault, isSameId} from './default-choice.js';
import {type DeclaredChoices, type DoubtfulRename, findDoubtfulRenames} from './doubtful-renames.js';
import {findForeignId, isRelabeled, matchChoices, withHeaders} from './match-choices.js';
import {withinGroups} from './within-groups.js';

/** Declared options with the ids of a tenant, and what they would do to its choices. */
export interface AdoptedOptions {
  readonly options: Json;
  readonly adoptedDefault: AdoptedDefault;
  /** Titles of the choices that would be removed, along with the values stored for them. */
  readonly lost: readonly string[];
  /**
   * Removed choices whose ids are declared for other titles: they may be renamed in a chain, or be those of another
   * tenant.
   */
  readonly doubtful: readonly DoubtfulRename[];
  /** Removed choices with a new one in the same position, which may be meant as renames. */
  readonly renamed: readonly {readonly from: string; readonly to: string; readonly id: Json | undefined}[];
  /** Renames by id. */
  readonly relabeled: readonly {readonly from: string; readonly to: string}[];
  /** True if choices are matched whose titles stay. Otherwise, the ids may be foreign. */
  readonly keepsTitles: boolean;
  readonly crossed: readonly CrossedId[];
  /** Choices that move to another group, each with the current choice. */
  readonly moved: readonly {readonly from: Choice; readonly to: Choice}[];
}

/**
 * Replaces the ids of declared options with those of the tenant's choices. Ids from another tenant are never sent, and
 * `default_option_id` follows its choice (row 149).
 *
 * @param current the options of the field on the tenant; `undefined` for a field that does not exist yet
 * @param isExact drops undeclared members of moved choices, which are otherwise kept
 * @param isOwn true if the declared ids are known to be those of this tenant
 */
export function adoptOptions(
  declared: Json,
  current: Json | undefined,
  {isExact = false, isOwn = false}: {readonly isExact?: boolean | undefined; readonly isOwn?: boolean} = {},
): AdoptedOptions {
  const existing = listChoices(current);
  // Null and other values that are not objects are sent as they are; they have no choices.
  const {default_option_id, ...rest} = objectOf(declared) ?? {};
  const groups = arrayOf(rest['groups']);
  const currentGroups = arrayOf(objectOf(current)?.['groups']) ?? [];
  const counterparts = findCounterparts(groups ?? [], currentGroups);
  const desired = withHeaders(listChoices(declared), groups ?? [], currentGroups, counterparts);
  const foreign = isOwn ? undefined : findForeignId(desired, existing);
  const found = matchChoices(desired, existing, foreign === undefined);
  const matches = withinGroups(found, existing, isExact ? [existing, desired] : [existing], counterparts);
  // If the tenant's choices have no ids, the declared id is the only way to set the default.
  const hasNoIds = existing.length > 0 && existing.every(({id}) => id === undefined);
  const idToSend = (choice: Choice) =>
    matches.get(choice)?.id ?? (hasNoIds && isSameId(choice.id, default_option_id) ? choice.id : undefined);
  const adopted = groups && adoptGroups(groups, currentGroups, {desired, existing, matches, idToSend, isExact});
  const untouched = adopted?.untouched ?? [];
  const adoptedDefault = adoptDefault({...rest, default_option_id}, {desired, existing, untouched, idToSend, current});
  // An undo restores the id as it was. A new field has no default that null could remove.
  const ownDefault = adoptedDefault.id === undefined && isExact ? adoptedDefault.unknownId : adoptedDefault.id;
  const defaultId = current === undefined ? (ownDefault ?? undefined) : ownDefault;
  const kept = new Set([...matches.values(), ...untouched]);
  const declaresChoices = declared === null || rest['groups'] === null || groups !== undefined;
  const lost = declaresChoices ? existing.filter(choice => !kept.has(choice)) : [];
  const added = desired.filter(choice => !matches.has(choice));
  const addedByPosition = Map.groupBy(added, ({group, index}) => `${adopted?.counterparts[group]} ${index}`);
  const declaredById = groupById(desired);
  const withId = (id: Json | undefined) => declaredById.get(toIdKey(id)) ?? [];
  const relabeled = [...matches].filter(isRelabeled);
  return {
    options: isObject(declared)
      ? {
          ...rest,
          ...(adopted ? {groups: adopted.groups} : {}),
          ...(defaultId === undefined ? {} : {default_option_id: defaultId}),
        }
      : declared,
    adoptedDefault,
    lost: lost.map(describeChoice),
    doubtful:
      isExact && !isOwn ? [] : findDoubtfulRenames(lost, {desired, existing, found, matches, withId, isExact, foreign}),
    renamed: lost.flatMap(removed => {
      if (withId(removed.id).length > 0) return [];
      const [successor] = addedByPosition.get(`${removed.group} ${removed.index}`) ?? [];
      return successor ? [{from: removed.title, to: successor.title, id: removed.id}] : [];
    }),
    relabeled: relabeled.map(([{title: to}, {title: from}]) => ({from, to})),
    keepsTitles: relabeled.length < matches.size,
    crossed: findCrossedIds(matches, existing, isOwn),
    moved: adopted?.moved ?? [],
  };
}

interface ChoicesToAdopt extends Pick<DeclaredChoices, 'desired' | 'existing' | 'matches' | 'isExact'> {
  readonly idToSend: (choice: Choice) => Json | undefined;
}

interface AdoptedGroups {
  readonly groups: readonly Json[];
  /** For each group, the index of the current one that it describes. */
  readonly counterparts: readonly (number | undefined)[];
  readonly moved: AdoptedOptions['moved'];
  /** The current choices of groups that are declared without choices, and keep theirs. */
  readonly untouched: readonly Choice[];
}

/** Replaces the ids of the choices in declared groups, and finds the choices that come from another group. */
function adoptGroups(
  groups: readonly Json[],
  current: readonly Json[],
  {desired, existing, matches, idToSend, isExact}: ChoicesToAdopt,
): AdoptedGroups {
  const byGroup = Map.groupBy(desired, ({group}) => group);
  const adoptEach = (adopt: (choice: Choice) => Json) =>
    groups.map((group, index) =>
      isObject(group) && group['options'] !== undefined
        ? {...group, options: (byGroup.get(index) ?? []).map(adopt)}
        : group,
    );
  const adopt = (choice: Choice): Json => {
    if (!isObject(choice.element)) return choice.element;
    const {id: _declared, ...members} = choice.members;
    const id = idToSend(choice);
    return {...(id === undefined ? {} : {id}), ...members};
  };
  const adopted = adoptEach(adopt);
  const counterparts = findCounterparts(adopted, current);
  if (isExact) return {groups: adopted, counterparts, moved: [], untouched: []};
  const moved = desired.flatMap(to => {
    const from = matches.get(to);
    return from === undefined || counterparts[to.group] === from.group ? [] : [{from, to}];
  });
  // A choice that stays in its group is merged with the current one later; that does not work for one that moves.
  const origins = new Map(moved.map(({from, to}) => [to, from]));
  const groupsWithMoved = adoptEach(choice => {
    const origin = origins.get(choice);
    if (origin === undefined) return adopt(choice);
    // Its number is one of the group that it leaves.
    const {sort_order: left, ...members} = origin.members;
    const adopted = adopt(choice);
    if (!isObject(adopted)) return adopted;
    const merged = mergeObjects(adopted, members, ['options', 'groups', choice.group, 'options', choice.index]);
    return adopted['sort_order'] === null && (left ?? null) !== null ? {...merged, sort_order: null} : merged;
  });
  // Where nobody numbers the choices of a new group, those that had a number keep their order.
  const isToNumber = (index: number, choices: readonly Choice[]) =>
    counterparts[index] === undefined &&
    choices.some(choice => numberOf(origins.get(choice)?.members['sort_order']) !== undefined) &&
    choices.every(({members}) => (members['sort_order'] ?? null) === null);
  const leaving = new Set(origins.values());
  const currentByGroup = Map.groupBy(existing, ({group}) => group);
  const left = groups.map((group, index) =>
    isObject(group) && group['options'] === undefined ? (currentByGroup.get(counterparts[index] ?? -1) ?? []) : [],
  );
  return {
    groups: groupsWithMoved.map((group, index) => {
      const own = arrayOf(objectOf(group)?.['options']) ?? [];
      if (isObject(group) && isToNumber(index, byGroup.get(index) ?? []))
        return {
          ...group,
          options: own.map((choice, at) => (isObject(choice) ? {...choice, sort_order: at + 1} : choice)),
        };
      const choices = left[index] ?? [];
      if (!isObject(group) || !choices.some(choice => leaving.has(choice))) return group;
      return {...group, options: choices.filter(choice => !leaving.has(choice)).map(({element}) => element)};
    }),
    counterparts,
    moved,
    untouched: left.flat().filter(choice => !leaving.has(choice)),
  };
}

function describeChoice({title, id}: Choice): string {
  return title || showJson(id ?? null);
}
