import {type Choice, groupById, toIdKey} from './choices.js';
import {normalizeTitle} from './match-choices.js';

/** True if choices of several titles have one id: the ids of some APIs are unique within a group only. */
function hasSharedIds(choices: readonly Choice[]): boolean {
  return [...groupById(choices).values()].some(same => new Set(same.map(({title}) => normalizeTitle(title))).size > 1);
}

/**
 * Leaves out the choices that cannot take their ids along to another group: where ids are unique within a group only, or
 * another choice there has the id.
 *
 * @param known choices that have the ids of the tenant
 * @param counterparts for each declared group, the index of the current one that it describes
 */
export function withinGroups(
  matches: ReadonlyMap<Choice, Choice>,
  current: readonly Choice[],
  known: readonly (readonly Choice[])[],
  counterparts: readonly (number | undefined)[],
): ReadonlyMap<Choice, Choice> {
  const isLocal = known.some(hasSharedIds);
  const toKey = (group: number, {id}: Choice) => `${group} ${toIdKey(id)}`;
  const byGroup = Map.groupBy(current, ({group}) => group);
  const owners = new Map(
    counterparts.flatMap((counterpart, group) =>
      (byGroup.get(counterpart ?? -1) ?? []).map(choice => [toKey(group, choice), choice] as const),
    ),
  );
  const isFree = ([{group}, found]: readonly [Choice, Choice]) => {
    if (found.id === undefined || counterparts[group] === found.group) return true;
    const owner = owners.get(toKey(group, found)) ?? found;
    owners.set(toKey(group, found), owner);
    return owner === found && !isLocal;
  };
  return new Map([...matches].filter(isFree));
}
