import {type Json, objectOf, showJson} from '../../json/json.js';
import {ifEqual, ifUnique, Pairing, type PairingRule} from '../../json/pairing.js';
import {type Choice, groupById, toIdKey} from './choices.js';

/** Gives choices of groups without a header that of the group on the tenant which theirs describes (`counterparts`). */
export function withHeaders(
  choices: readonly Choice[],
  groups: readonly Json[],
  current: readonly Json[],
  counterparts: readonly (number | undefined)[],
): readonly Choice[] {
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

/** An API may normalize titles and headers; a no-break space looks like any other. */
export function normalizeTitle(title: string): string {
  return title.normalize().trim().replaceAll(/\s/g, ' ');
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

const keyOfId = ({id}: Choice) => toIdKey(id);
const keyOfTitle = ({title}: Choice) => title;
const keyOfHeader = ({header}: Choice) => header;
const keyOfPlace = ({header, title}: Choice) => JSON.stringify([header, title]);

/**
 * Returns a function that tells whether two choices with one id are the same. An id from another tenant may collide
 * with one here, so it means a renamed choice only if neither side has another one with that title, and a moved one
 * only if neither has one with that header and title, apart from those that are the same on both.
 */
function createComparison(
  desired: readonly Choice[],
  current: readonly Choice[],
  canRename: boolean,
): (choice: Choice, found: Choice) => boolean {
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
  const changed = {titles: compareBy(keyOfTitle), places: compareBy(keyOfPlace)};
  return (choice, found) => {
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
  const isSame = createComparison(desired, current, canRename);
  // The ids of some APIs are unique within a group only; then the title is better evidence than the group.
  const byId = groupById(current);
  const withSharedId = (keyOf: (choice: Choice) => string) => (choice: Choice) => {
    const id = keyOfId(choice);
    return id !== undefined && (byId.get(id)?.length ?? 0) > 1 ? JSON.stringify([id, keyOf(choice)]) : undefined;
  };
  const rules: readonly PairingRule<Choice>[] = [
    {keyOf: choice => keyOfId(choice) && JSON.stringify([keyOfId(choice), keyOfPlace(choice)]), isSame},
    {keyOf: withSharedId(keyOfTitle), canPair: ifEqual, isSame},
    {keyOf: withSharedId(keyOfHeader), canPair: ifEqual, isSame},
    {keyOf: keyOfId, canPair: ifEqual, isSame},
    {keyOf: keyOfPlace},
    {keyOf: keyOfTitle},
    // An API may normalize titles, and the values stored for them would be lost.
    {keyOf: ({header, title}) => JSON.stringify([header, normalizeTitle(title)])},
    {keyOf: ({title}) => normalizeTitle(title), canPair: ifUnique},
  ];
  const pairing = new Pairing(desired, current);
  for (const rule of rules) pairing.addByKey(rule);
  return pairing.pairs;
}
