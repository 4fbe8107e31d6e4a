import {isSupersetOf} from '../../../api/differences.js';
import {idOf, readAllFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import {checkWritten, createField, updateField} from '../../../api/write-fields.js';
import type {Written} from '../../../app/run-writes.js';
import {GuardError, UsageError} from '../../../base/errors.js';
import type {HttpClient} from '../../../http/http-client.js';
import {arrayOf, type Json, type JsonObject, objectOf, showJson, stringOf} from '../../../json/json.js';
import {showType} from '../show-type.js';
import type {Body} from './read-bodies.js';

/** What to do when a field with that name already exists. */
export type IfExists = 'fail' | 'skip' | 'update' | 'allow';

/** The outcome for one field of the input. */
export interface FieldOutcome {
  readonly outcome: 'created' | 'skipped' | 'updated' | 'unchanged';
  readonly field: CustomField;
}

/** One field of the input, and the request it needs. */
export interface PreparedCreate {
  readonly name: string;
  readonly write: () => Promise<Written<FieldOutcome>>;
}

interface Policy {
  readonly ifExists: IfExists;
  /** Merges the members of the file and the flags into an existing field; returns only those members. */
  readonly mergeInto: (declared: JsonObject, field: CustomField) => JsonObject;
}

/**
 * Reads once which names are taken, and decides for each body what to do. The API accepts several fields with the same
 * name, so bizctl refuses them unless `ifExists` is `allow`.
 *
 * @throws UsageError if two bodies have the same name
 */
export async function prepareCreates(
  http: HttpClient,
  bodies: readonly Body[],
  policy: Policy,
): Promise<readonly PreparedCreate[]> {
  if (policy.ifExists === 'allow')
    return bodies.map(body => ({name: nameOf(body), write: () => create(http, body.body, undefined)}));
  refuseRepeatedNames(bodies);
  const named = Map.groupBy(await readAllFields(http), field => field.name?.normalize());
  return bodies.map(body => {
    const current = named.get(stringOf(body.body['name'])?.normalize()) ?? [];
    return {name: nameOf(body), write: () => writeOne(http, body, current, policy)};
  });
}

function nameOf({body, place}: Body): string {
  return `${place === undefined ? '' : `${place}: `}${JSON.stringify(body['name'] ?? null)}`;
}

function refuseRepeatedNames(bodies: readonly Body[]): void {
  for (const [name, same] of Map.groupBy(bodies, ({body}) => stringOf(body['name'])?.normalize())) {
    if (name === undefined || same.length < 2) continue;
    const spellings = new Set(same.map(({body}) => stringOf(body['name'])));
    const difference = spellings.size > 1 ? ' (written once with composed and once with decomposed characters)' : '';
    throw new UsageError(
      `the name ${JSON.stringify(name)} appears ${same.length} times in the input${difference}`,
      'Remove one, or use --if-exists allow.',
    );
  }
}

async function create(
  http: HttpClient,
  body: JsonObject,
  existingIds: ReadonlySet<string> | undefined,
): Promise<Written<FieldOutcome>> {
  const created = await createField(http, body, existingIds);
  const {field, warning} = await checkWritten(http, body, created.field);
  return {row: {outcome: 'created', field}, note: created.note, warning};
}

async function writeOne(
  http: HttpClient,
  {body, declared}: Body,
  current: readonly CustomField[],
  {ifExists, mergeInto}: Policy,
): Promise<Written<FieldOutcome>> {
  const [field] = current;
  if (field === undefined) return create(http, body, new Set());
  const ids = current.map(idOf).join(' and ');
  if (current.length > 1)
    throw new GuardError(
      `${current.length} fields with that name already exist: ${ids}`,
      'Delete one of them first, or use --if-exists allow.',
    );
  if (field['name'] !== body['name']) {
    throw new GuardError(
      `a field exists whose name differs only in composed or decomposed characters: ${ids}`,
      'Spell the name exactly as that field does.',
    );
  }
  if (ifExists === 'fail')
    throw new GuardError(`a field with that name already exists: ${ids}`, 'Use --if-exists skip, update or allow.');
  const isOtherType = body['type'] !== undefined && !isSupersetOf(field['type'], body['type']);
  if (ifExists === 'skip')
    return {
      row: {outcome: 'skipped', field},
      warning: isOtherType ? `it exists with another type, ${showType(field['type'])}` : undefined,
    };
  if (isOtherType) {
    throw new GuardError(
      `the field ${ids} has another type, ${showType(field['type'])}, and the type of a field cannot change`,
      'Choose another name, or delete the old field first.',
    );
  }
  return update(http, mergeInto(declared, field), field);
}

/** Sends only members that differ. What the API added, such as ids and defaults, is not a difference. */
async function update(http: HttpClient, desired: JsonObject, field: CustomField): Promise<Written<FieldOutcome>> {
  const fixed = new Set(['name', 'type', 'example_value']);
  const changes = Object.entries(desired).filter(
    ([member, value]) => !fixed.has(member) && !isSupersetOf(field[member], value),
  );
  if (changes.length === 0) return {row: {outcome: 'unchanged', field}};
  const sent = Object.fromEntries(changes);
  const written = await updateField(http, idOf(field), sent);
  const checked = await checkWritten(http, sent, written.field);
  const warnings = [describeLostChoices(sent, field), checked.warning].flatMap(warning => warning ?? []);
  return {
    row: {outcome: 'updated', field: checked.field},
    note: written.note,
    warning: warnings.length > 0 ? warnings.join('; ') : undefined,
  };
}

function titlesOf(options: Json | undefined): readonly string[] {
  const groups = arrayOf(objectOf(options)?.['groups']) ?? [];
  return groups
    .flatMap(group => arrayOf(objectOf(group)?.['options']) ?? [])
    .map(choice => showJson(objectOf(choice)?.['title'] ?? null));
}

/** Warns of choices that the update removes, because the values stored for them are lost; `undefined` if none are. */
function describeLostChoices(sent: JsonObject, field: CustomField): string | undefined {
  if (sent['options'] === undefined) return undefined;
  const kept = titlesOf(sent['options']);
  const lost = titlesOf(field['options']).filter(title => !kept.includes(title));
  return lost.length === 0 ? undefined : `removed these choices and the values stored for them: ${lost.join(', ')}`;
}
