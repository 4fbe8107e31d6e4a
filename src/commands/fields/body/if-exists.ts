import {isSupersetOf} from '../../../api/differences.js';
import {idOf, readAllFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {GuardError, UsageError} from '../../../base/errors.js';
import {type JsonObject, stringOf} from '../../../json/json.js';
import {describeRenamed, findRenamed, renamedHint} from '../../../plan/find-renamed.js';
import type {Run} from '../../../plan/journal.js';
import {describeSpelling, toPlainName} from '../../../plan/match-fields.js';
import {findRecentRuns} from '../apply/find-recent-runs.js';
import {readDespiteLag} from '../apply/list-lag.js';
import {findLag} from '../apply/plan-despite-lag.js';
import {showType} from '../show-type.js';
import type {FieldWrite, PreparedWrite} from '../write/field-write.js';
import type {Body} from './read-bodies.js';

/** What to do when a field with that name already exists. */
export type IfExists = 'fail' | 'skip' | 'update' | 'allow';

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
  context: ApiContext,
  bodies: readonly Body[],
  policy: Policy,
): Promise<readonly PreparedWrite[]> {
  if (policy.ifExists === 'allow')
    return bodies.map(body => ({
      label: nameOf(body),
      decide: () => ({action: 'create', body: body.body, existingIds: undefined}),
    }));
  refuseRepeatedNames(bodies);
  const runs = await findRecentRuns(context);
  const fields = await readFields(context, bodies, runs);
  const existingIds = new Set(fields.flatMap(({id}) => id ?? []));
  const named = Map.groupBy(fields, ({name}) => name && toPlainName(name));
  return bodies.map(body => {
    const name = stringOf(body.body['name']) ?? '';
    const lookalikes = named.get(toPlainName(name)) ?? [];
    const same = lookalikes.filter(field => field.name === name);
    const current = same.length > 0 ? same : lookalikes;
    const renamed = findRenamed(runs, name, fields);
    return {
      label: nameOf(body),
      decide: () => {
        if (renamed && current.length === 0) throw new GuardError(describeRenamed(name, renamed), renamedHint);
        return decide(body, current, existingIds, policy);
      },
    };
  });
}

/** Reads all fields, with those that a recent run has created under one of the names. */
async function readFields(
  context: ApiContext,
  bodies: readonly Body[],
  runs: readonly Run[],
): Promise<readonly CustomField[]> {
  return readDespiteLag(
    context,
    () => readAllFields(context.http),
    fields => {
      const taken = new Set(fields.map(({name}) => name));
      const names = bodies.map(({body}) => stringOf(body['name']) ?? '').filter(name => !taken.has(name));
      const creates = names.map(name => ({action: 'create' as const, name}));
      return findLag(context, runs, creates, fields);
    },
  );
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

function decide(
  {body, declared}: Body,
  current: readonly CustomField[],
  existingIds: ReadonlySet<string>,
  {ifExists, mergeInto}: Policy,
): FieldWrite {
  const [field] = current;
  if (field === undefined) return {action: 'create', body, existingIds};
  const ids = current.map(idOf).join(' and ');
  if (field['name'] !== body['name']) {
    throw new GuardError(
      `a field exists whose name differs only in ${describeSpelling(stringOf(body['name']) ?? '', field.name ?? '')}: ${ids}`,
      'Spell the name exactly as that field does.',
    );
  }
  if (current.length > 1)
    throw new GuardError(
      `${current.length} fields with that name already exist: ${ids}`,
      'Delete one of them first, or use --if-exists allow.',
    );
  if (ifExists === 'fail')
    throw new GuardError(`a field with that name already exists: ${ids}`, 'Use --if-exists skip, update or allow.');
  const isOtherType = body['type'] !== undefined && !isSupersetOf(field['type'], body['type']);
  if (ifExists === 'skip')
    return {
      action: 'none',
      outcome: 'skipped',
      field,
      warning: isOtherType ? `it exists with another type, ${showType(field['type'])}` : undefined,
    };
  if (isOtherType) {
    throw new GuardError(
      `the field ${ids} has another type, ${showType(field['type'])}, and the type of a field cannot change`,
      'Choose another name, or delete the old field first.',
    );
  }
  return decideUpdate(mergeInto(declared, field), field);
}

/** Sends only members that differ. What the API added, such as ids and defaults, is not a difference. */
function decideUpdate(desired: JsonObject, field: CustomField): FieldWrite {
  const fixed = new Set(['name', 'type', 'example_value']);
  const changes = Object.entries(desired).filter(
    ([member, value]) => !fixed.has(member) && !isSupersetOf(field[member], value),
  );
  if (changes.length === 0) return {action: 'none', outcome: 'unchanged', field};
  return {action: 'update', id: idOf(field), body: Object.fromEntries(changes), before: field};
}
