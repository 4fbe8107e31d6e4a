import {describeDifferences} from '../../api/differences.js';
import {ambiguous, type CustomField, createField, idOf, readAllFields, updateField} from '../../api/fields.js';
import type {Http} from '../../api/http.js';
import {type JsonObject, sameJson, stringOf} from '../../api/json.js';
import {GuardError, UsageError} from '../../errors.js';
import type {Written} from '../writes.js';

/** What to do when there is a field of that name already. */
export type IfExists = 'fail' | 'skip' | 'update' | 'allow';

/** What came of one field of the input. */
export interface FieldOutcome {
  readonly outcome: 'created' | 'skipped' | 'updated' | 'unchanged';
  readonly field: CustomField;
}

/** One field of the input, with what is to be done for it. */
export interface PlannedCreate {
  readonly name: string;
  readonly write: () => Promise<Written<FieldOutcome>>;
}

/**
 * Looks once which names are taken, and decides for each body what to do. The API allows two fields of one name, so whoever does
 * not say `allow` gets none.
 *
 * @throws UsageError when two bodies have one name
 */
export async function planCreates(
  http: Http,
  bodies: readonly JsonObject[],
  ifExists: IfExists,
): Promise<readonly PlannedCreate[]> {
  if (ifExists === 'allow')
    return bodies.map(body => ({name: nameOf(body), write: () => create(http, body, undefined)}));
  refuseRepeatedNames(bodies);
  const named = Map.groupBy(await readAllFields(http), field => stringOf(field['name']));
  return bodies.map(body => {
    const there = named.get(stringOf(body['name']) ?? '') ?? [];
    return {name: nameOf(body), write: () => writeOne(http, body, there, ifExists)};
  });
}

function nameOf(body: JsonObject): string {
  return JSON.stringify(body['name'] ?? null);
}

function refuseRepeatedNames(bodies: readonly JsonObject[]): void {
  for (const [name, same] of Map.groupBy(bodies, body => stringOf(body['name'])?.normalize())) {
    if (name === undefined || same.length < 2) continue;
    const spellings = new Set(same.map(body => stringOf(body['name'])));
    const difference = spellings.size > 1 ? ' (written once with composed and once with decomposed characters)' : '';
    throw new UsageError(
      `the name ${JSON.stringify(name)} stands ${same.length} times in the input${difference}`,
      'Leave one out, or say --if-exists allow.',
    );
  }
}

async function create(http: Http, body: JsonObject, known: ReadonlySet<string> | undefined) {
  const {field, note} = await createField(http, body, known);
  return {row: {outcome: 'created' as const, field}, note, warning: describeDifferences(body, field)};
}

async function writeOne(
  http: Http,
  body: JsonObject,
  there: readonly CustomField[],
  ifExists: Exclude<IfExists, 'allow'>,
) {
  const [field] = there;
  if (field === undefined) return create(http, body, new Set());
  if (there.length > 1) throw ambiguous(stringOf(body['name']) ?? '', there);
  if (ifExists === 'fail') {
    throw new GuardError(
      `there is a field of that name already: ${idOf(field)}`,
      'Say --if-exists skip, update or allow.',
    );
  }
  return ifExists === 'skip' ? {row: {outcome: 'skipped' as const, field}} : update(http, body, field);
}

/** Sends just what differs; name and type cannot change, and write-only members go along with other changes. */
async function update(http: Http, body: JsonObject, field: CustomField) {
  if (body['type'] !== undefined && !sameJson(body['type'], field['type'])) {
    throw new GuardError(
      `the field ${idOf(field)} has another type, and the type of a field cannot change`,
      'Give the new field another name, or delete the old one first.',
    );
  }
  const changes = Object.entries(body).filter(
    ([member, value]) =>
      member !== 'name' && member !== 'type' && member !== 'example_value' && !sameJson(value, field[member]),
  );
  if (changes.length === 0) return {row: {outcome: 'unchanged' as const, field}};
  const sent = Object.fromEntries(changes);
  const written = await updateField(http, idOf(field), sent);
  return {
    row: {outcome: 'updated' as const, field: written.field},
    note: written.note,
    warning: describeDifferences(sent, written.field),
  };
}
