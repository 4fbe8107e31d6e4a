import {findCounterparts} from '../api/merge.js';
import {type Json, objectOf, showJson} from '../json/json.js';
import {type Choice, toIdKey} from './choices.js';

/** Gives choices of groups without a header that of the group on the tenant which theirs describes. */
export function withHeaders(
  choices: readonly Choice[],
  groups: readonly Json[],
  current: readonly Json[],
): readonly Choice[] {
  const counterparts = findCounterparts(groups, current);
  return choices.map(choice => {
    const header =
      objectOf(groups[choice.group])?.['header'] ?? objectOf(current[counterparts[choice.group] ?? -1])?.['header'];
    return {...choice, header: showJson(header ?? null)};
  });
}

/** True for choices that an id alone makes the same. */
export function isRelabeled([choice, found]: readonly [Choice, Choice]): boolean {
  return normalizeTitle(choice.title).toLowerCase() !== normalizeTitle(found.title).toLowerCase();
}

/** An API may normalize titles and headers. */
export function normalizeTitle(title: string): string {
  return title.normalize().trim();
}

/**
 * Finds a choice whose declared id is not that of the choice with its title: then all ids may be those of another
 * tenant.
 */
export function findForeignId(desired: readonly Choice[], current: readonly Choice[]): Choice | undefined {
  const titleOf = ({title}: Choice) => normalizeTitle(title).toLowerCase();
  const keyOf = (choice: Choice) => JSON.stringify([toIdKey(choice.id), titleOf(choice)]);
  const same = new Set(desired.filter(({id}) => id !== undefined).map(keyOf));
  const others = new Set(current.filter(choice => !same.has(keyOf(choice))).map(titleOf));
  const there = new Set(current.map(keyOf));
  return desired.find(choice => choice.id !== undefined && !there.has(keyOf(choice)) && others.has(titleOf(choice)));
}

/** One way to match choices that are not matched yet: in order, those with the same key. */
interface Round {
  readonly keyOf: (choice: Choice) => string | undefined;
  /** Whether a key with this many choices on each side counts. */
  readonly canPair?: (desired: number, current: number) => boolean;
  readonly isSame?: (desired: Choice, current: Choice) => boolean;
}

/**
 * Matches declared choices with current ones: by id, preferably in the same place, then by header and title, then by
 * title alone, exactly or normalized.
 *
 * @param canRename false if an id alone does not make two choices the same
 */
export function matchChoices(
  desired: readonly Choice[],
  current: readonly Choice[],
  canRename = true,
): ReadonlyMap<Choice, Choice> {
  const matches = new Map<Choice, Choice>();
  const taken = new Set<Choice>();
  const keyOfId = ({id}: Choice) => toIdKey(id);
  const keyOfTitle = ({title}: Choice) => title;
  const keyOfPlace = ({header, title}: Choice) => JSON.stringify([header, title]);
  const [twins, currentTwins] = [Map.groupBy(desired, keyOfPlace), Map.groupBy(current, keyOfPlace)];
  // Declared without ids, as many choices as there are in the same place stay what they are.
  const isUntouched = (choice: Choice) => {
    const same = twins.get(keyOfPlace(choice)) ?? [];
    return same.length === currentTwins.get(keyOfPlace(choice))?.length && same.every(({id}) => id === undefined);
  };
  const listChanged = (own: readonly Choice[], other: readonly Choice[], keyOf: (choice: Choice) => string) => {
    const toKey = (choice: Choice) => JSON.stringify([keyOfId(choice), keyOf(choice)]);
    const same = new Set(other.filter(({id}) => id !== undefined).map(toKey));
    return own.filter(choice => !same.has(toKey(choice)));
  };
  const compareBy = (keyOf: (choice: Choice) => string) => ({
    keyOf,
    desired: new Set(
      listChanged(desired, current, keyOf)
        .filter(choice => !isUntouched(choice))
        .map(keyOf),
    ),
    current: new Set(listChanged(current, desired, keyOf).map(keyOf)),
  });
  // An id from another tenant may collide with one here. So the same id means a renamed choice only if neither side has
  // another one with that title, and a moved one only if neither has one with that header and title, apart from those
  // that are the same on both.
  const changed = {titles: compareBy(keyOfTitle), places: compareBy(keyOfPlace)};
  const isSameChoice = (choice: Choice, found: Choice) => {
    const isRenamed = choice.title !== found.title;
    if (!isRenamed && choice.header === found.header) {
      // Where equal groups have the choice too, all ids must be those of such choices on this tenant.
      const place = keyOfPlace(choice);
      const own = new Set(currentTwins.get(place)?.map(keyOfId));
      return (twins.get(place) ?? []).every(each => each.id === undefined || own.has(keyOfId(each)));
    }
    if (!canRename && isRelabeled([choice, found])) return false;
    const {keyOf, ...keys} = isRenamed ? changed.titles : changed.places;
    return !isUntouched(found) && !keys.current.has(keyOf(choice)) && !keys.desired.has(keyOf(found));
  };
  // The ids of some APIs are unique within a group only; then the title tells more than the group.
  const byId = Map.groupBy(current, keyOfId);
  const withSharedId = (keyOf: (choice: Choice) => string) => (choice: Choice) => {
    const id = keyOfId(choice);
    return id !== undefined && (byId.get(id)?.length ?? 0) > 1 ? JSON.stringify([id, keyOf(choice)]) : undefined;
  };
  const canPair: Round['canPair'] = (count, found) => count === found;
  const rounds: readonly Round[] = [
    {keyOf: choice => keyOfId(choice) && JSON.stringify([keyOfId(choice), keyOfPlace(choice)]), isSame: isSameChoice},
    {keyOf: withSharedId(keyOfTitle), canPair, isSame: isSameChoice},
    {keyOf: withSharedId(({header}) => header), canPair, isSame: isSameChoice},
    {keyOf: keyOfId, canPair, isSame: isSameChoice},
    {keyOf: keyOfPlace},
    {keyOf: keyOfTitle},
    // An API may normalize titles, and the values stored for them would be lost.
    {keyOf: ({header, title}) => JSON.stringify([header, normalizeTitle(title)])},
    {keyOf: ({title}) => normalizeTitle(title), canPair: (count, found) => count === 1 && found === 1},
  ];
  for (const {keyOf, canPair: fits = () => true, isSame = () => true} of rounds) {
    const [free, open] = [current.filter(each => !taken.has(each)), desired.filter(each => !matches.has(each))];
    const freeByKey = Map.groupBy(free, keyOf);
    for (const [key, same] of Map.groupBy(open, keyOf)) {
      const found = key === undefined ? [] : (freeByKey.get(key) ?? []);
      // Several choices with the same title match in order, so that as few as possible are lost.
      if (!fits(same.length, found.length)) continue;
      for (const [index, choice] of same.entries()) {
        const counterpart = found[index];
        if (!counterpart || !isSame(choice, counterpart)) continue;
        matches.set(choice, counterpart);
        taken.add(counterpart);
      }
    }
  }
  return matches;
}

/** True if choices of several titles have one id: the ids of some APIs are unique within a group only. */
function hasSharedIds(choices: readonly Choice[]): boolean {
  const byId = Map.groupBy(
    choices.filter(({id}) => id !== undefined),
    ({id}) => toIdKey(id),
  );
  return [...byId.values()].some(same => new Set(same.map(({title}) => normalizeTitle(title))).size > 1);
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
