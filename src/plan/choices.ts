import {arrayOf, isObject, type Json, type JsonObject, objectOf, sameJson, showJson} from '../json/json.js';

/** An option of a field (2.4a), called a choice here. */
interface Choice {
  readonly id: Json | undefined;
  readonly title: string;
  /** The header of its group. */
  readonly header: string;
  /** The index of its group, and its own within the group. */
  readonly group: number;
  readonly index: number;
  /** Empty for one that is not an object. */
  readonly members: JsonObject;
}

/** Declared options in terms of a tenant, and what they do to the choices that it has. */
export interface AdoptedOptions {
  readonly options: Json;
  /** Titles of choices that go, with the values stored for them. */
  readonly lost: readonly string[];
  /** Choices that go where another one comes: perhaps they were renamed. */
  readonly renamed: readonly {readonly from: string; readonly to: string}[];
}

function listChoices(options: Json | undefined): readonly Choice[] {
  return (arrayOf(objectOf(options)?.['groups']) ?? []).flatMap((group, groupIndex) =>
    (arrayOf(objectOf(group)?.['options']) ?? []).map((choice, index) => ({
      id: objectOf(choice)?.['id'] ?? undefined,
      title: showJson(objectOf(choice)?.['title'] ?? null),
      header: showJson(objectOf(group)?.['header'] ?? null),
      group: groupIndex,
      index,
      members: objectOf(choice) ?? {},
    })),
  );
}

/** The counterpart of each declared choice: by id, then header and title, then title alone. */
function matchChoices(desired: readonly Choice[], current: readonly Choice[]): ReadonlyMap<Choice, Choice> {
  const matches = new Map<Choice, Choice>();
  const taken = new Set<Choice>();
  // An id of another tenant may be taken here: it stands for a renamed or moved choice only where header and title name no other one.
  const isSame = (choice: Choice, found: Choice) => {
    const byTitle = choice.title !== found.title;
    if (!byTitle && choice.header === found.header) return true;
    const isLike = (one: Choice) => (other: Choice) =>
      other.title === one.title && (byTitle || other.header === one.header);
    return !current.some(isLike(choice)) && !desired.some(isLike(found));
  };
  const keys: readonly ((choice: Choice) => string | undefined)[] = [
    ({id}) => (id === undefined ? undefined : JSON.stringify(id)),
    ({header, title}) => (title === '' ? undefined : JSON.stringify([header, title])),
    ({title}) => (title === '' ? undefined : title),
  ];
  for (const [place, keyOf] of keys.entries()) {
    const free = Map.groupBy(
      current.filter(choice => !taken.has(choice)),
      keyOf,
    );
    const wanted = Map.groupBy(
      desired.filter(choice => !matches.has(choice)),
      keyOf,
    );
    for (const [key, same] of wanted) {
      const found = key === undefined ? [] : (free.get(key) ?? []);
      // Several choices of one key stand for each other in their order, unless some of them are missing.
      if (found.length !== same.length) continue;
      for (const [index, choice] of same.entries()) {
        const counterpart = found[index];
        if (!counterpart || (place === 0 && !isSame(choice, counterpart))) continue;
        matches.set(choice, counterpart);
        taken.add(counterpart);
      }
    }
  }
  return matches;
}

/**
 * Declared options with the ids that the tenant's own choices have: an id of another tenant is never sent, and `default_option_id` follows its choice
 * (fault 149).
 *
 * @param current the options of the field on the tenant; `undefined` for a field that does not exist yet
 * @param isExact leaves out what the file does not declare
 */
export function adoptOptions(declared: Json, current: Json | undefined, isExact = false): AdoptedOptions {
  if (!isObject(declared)) return {options: declared, lost: [], renamed: []};
  const desired = listChoices(declared);
  const existing = listChoices(current);
  const matches = matchChoices(desired, existing);
  const {default_option_id, ...rest} = declared;
  const defaultChoice = desired.find(({id}) => id !== undefined && id === default_option_id);
  // On a tenant that gives choices no ids, the only way to name the default is the declared id.
  const hasNoIds = existing.length > 0 && existing.every(({id}) => id === undefined);
  const idToSend = (choice: Choice) =>
    matches.get(choice)?.id ?? (hasNoIds && choice === defaultChoice ? choice.id : undefined);
  const groups = arrayOf(rest['groups']);
  // A new field has no choice yet that an id could name.
  const otherDefault = current === undefined && groups ? undefined : default_option_id;
  const defaultId = defaultChoice ? idToSend(defaultChoice) : otherDefault;
  const lost = groups ? existing.filter(choice => ![...matches.values()].includes(choice)) : [];
  const added = desired.filter(choice => !matches.has(choice));
  const currentGroups = arrayOf(objectOf(current)?.['groups']) ?? [];
  const adoptGroup = (group: Json, groupIndex: number) => {
    const choices = desired.filter(choice => choice.group === groupIndex);
    return isObject(group) && group['options'] !== undefined
      ? {
          ...(isExact ? {} : findRenamed(group, choices, matches, currentGroups)),
          ...group,
          options: choices.map(adoptChoice),
        }
      : group;
  };
  const adoptChoice = (choice: Choice) => {
    const {id: _declared, ...members} = choice.members;
    const id = idToSend(choice);
    const found = matches.get(choice);
    // Within its group a choice is merged with what the tenant has for it later on.
    const moved = found && !isExact && found.header !== choice.header ? found.members : {};
    return {...(id === undefined ? {} : {id}), ...moved, ...members};
  };
  return {
    options: {
      ...rest,
      ...(groups ? {groups: groups.map(adoptGroup)} : {}),
      ...(defaultId === undefined ? {} : {default_option_id: defaultId}),
    },
    lost: lost.map(({title, id}) => title || showJson(id ?? null)),
    renamed: lost.flatMap(gone => {
      const successor = added.find(({group, index}) => group === gone.group && index === gone.index);
      return successor ? [{from: gone.title, to: successor.title}] : [];
    }),
  };
}

/** What the tenant has for a group whose header is new there, found by the first of its choices. */
function findRenamed(
  {header = null}: JsonObject,
  choices: readonly Choice[],
  matches: ReadonlyMap<Choice, Choice>,
  current: readonly Json[],
): JsonObject {
  if (current.some(group => sameJson(objectOf(group)?.['header'] ?? null, header))) return {};
  const first = choices.find(choice => matches.has(choice));
  const counterpart = first && matches.get(first);
  return (counterpart && objectOf(current[counterpart.group])) ?? {};
}
