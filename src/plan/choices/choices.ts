import {arrayOf, isObject, type Json, type JsonObject, objectOf, showJson} from '../../json/json.js';
import {canonicalText} from '../../json/same-json.js';

/** An option of a field (2.4a); "option" alone would mean a command-line option. */
export interface Choice {
  readonly id: Json | undefined;
  readonly title: string;
  /** The header of its group, as JSON if it is not a string. */
  readonly header: string;
  readonly group: number;
  readonly index: number;
  readonly element: Json;
  /** Empty if the choice is not an object. */
  readonly members: JsonObject;
}

/** The reference leaves the type of titles open (2.4a). */
function toText(title: Json): string {
  return isObject(title) ? canonicalText(title) : showJson(title);
}

/** Lists the choices of all groups, in order. */
export function listChoices(options: Json | undefined): readonly Choice[] {
  return (arrayOf(objectOf(options)?.['groups']) ?? []).flatMap((group, groupIndex) =>
    (arrayOf(objectOf(group)?.['options']) ?? []).map((choice, index) => ({
      id: objectOf(choice)?.['id'] ?? undefined,
      title: toText(isObject(choice) ? (choice['title'] ?? null) : choice),
      header: toText(objectOf(group)?.['header'] ?? null),
      group: groupIndex,
      index,
      element: choice,
      members: objectOf(choice) ?? {},
    })),
  );
}

/** Groups choices by their ids, as `toIdKey` writes them; those without an id are left out. */
export function groupById(choices: readonly Choice[]): ReadonlyMap<string | undefined, readonly Choice[]> {
  return Map.groupBy(
    choices.filter(({id}) => id !== undefined),
    ({id}) => toIdKey(id),
  );
}

/** Returns a string that is the same for all forms of one id; `undefined` for none. */
export function toIdKey(id: Json | undefined): string | undefined {
  return (id ?? null) === null ? undefined : showJson(id ?? null);
}
