import {isEmpty} from '../../../api/field-shapes.js';
import {requireId} from '../../../api/fields.js';
import {toIdWords} from '../../../api/find-field.js';
import type {CustomField} from '../../../api/schemas.js';
import {deleteField, updateField} from '../../../api/write-fields.js';
import type {CreateField} from '../../../app/create-field.js';
import type {Written} from '../../../app/execute-write.js';
import {BizctlError, NotFoundError} from '../../../base/errors.js';
import {only} from '../../../base/inspect-error.js';
import {quoteArgument} from '../../../base/shell-word.js';
import type {Message} from '../../../base/suggest-command.js';
import type {HttpClient} from '../../../http/http-client.js';
import {type JsonObject, stringOf} from '../../../json/json.js';
import {findSideEffects, type SideEffect} from '../../../plan/find-side-effects.js';
import {checkWritten} from './check-written.js';
import {describeRemovedChoices} from './removed-choices.js';

/** One write, decided but not sent yet. */
export type FieldWrite =
  | {
      readonly action: 'create';
      readonly body: JsonObject;
      /** Ids of all fields before the write; `undefined` if they were not read. */
      readonly existingIds: ReadonlySet<string> | undefined;
      readonly note?: Message | undefined;
    }
  | {
      readonly action: 'update';
      readonly id: string;
      readonly body: JsonObject;
      /** The field as it is now; `undefined` if it was not read. */
      readonly before: CustomField | undefined;
      readonly note?: Message | undefined;
    }
  | {readonly action: 'delete'; readonly id: string; readonly before: CustomField | undefined}
  /** Nothing to send. */
  | {
      readonly action: 'none';
      readonly outcome: 'skipped' | 'unchanged';
      readonly field: CustomField;
      readonly warning?: string | undefined;
    };

export interface FieldOutcome {
  readonly outcome: 'created' | 'skipped' | 'updated' | 'unchanged' | 'deleted';
  readonly field: CustomField;
  /** The members that an update sent, and the field before it, if it was read. */
  readonly sent?: JsonObject | undefined;
  readonly before?: CustomField | undefined;
  /** The side effects of an update, by its reply; `undefined` if the field could not be read back. */
  readonly sideEffects?: readonly SideEffect[] | undefined;
}

export interface PreparedWrite {
  /** Its name in messages. */
  readonly label: string;
  /** An error if what is asked for is refused; other writes of a command go on. */
  readonly decision: FieldWrite | BizctlError;
}

export function prepareUpdate(before: CustomField, body: JsonObject, label = requireId(before)): PreparedWrite {
  const id = requireId(before);
  return {label, decision: {action: 'update', id, body, before, note: noteOnMarking(body, id)}};
}

/** Returns the BizctlError that `decide` throws. */
export function toDecision(decide: () => FieldWrite): FieldWrite | BizctlError {
  try {
    return decide();
  } catch (error) {
    return only(BizctlError, refused => refused)(error);
  }
}

/** For a write that names a new choice as the default. */
export const openDefaultNote =
  'the default choice is not set yet, because a new choice gets its id from the API; to set it, run the command again';

/** Sends a write and compares the reply with what was sent. */
export async function sendWrite(
  http: HttpClient,
  write: FieldWrite,
  create: CreateField,
): Promise<Written<FieldOutcome>> {
  if (write.action === 'none') return {row: {outcome: write.outcome, field: write.field}, warning: write.warning};
  if (write.action === 'create') {
    const created = await create(http, write.body, write.existingIds);
    const {field, warning} = await checkWritten(http, write.body, created.field);
    return {row: {outcome: 'created', field}, note: created.note ?? write.note, warning};
  }
  const {id, before} = write;
  if (write.action === 'delete') {
    const {note} = await deleteField(http, id, {wasListed: before !== undefined}).catch(toNameHint(write));
    return {row: {outcome: 'deleted', field: before ?? {id}}, note};
  }
  const {body} = write;
  const updated = await updateField(http, id, body, before).catch(toNameHint(write));
  const {field, isWhole, warning} = await checkWritten(http, body, updated.field, before);
  const sideEffects = isWhole ? findSideEffects([{id, body, before}], [field]) : undefined;
  // `before` comes from the list, which may show less of a field than a reply.
  const changed = (sideEffects ?? []).flatMap(({members, lost}) =>
    members.filter(member => !lost.includes(member) && !isEmpty(before?.[member])),
  );
  const warnings = [
    before && describeRemovedChoices(body, before),
    warning,
    changed.length === 0 ? undefined : `the API also changed members that were not sent: ${changed.join(', ')}`,
  ].flatMap(each => each ?? []);
  return {
    row: {outcome: 'updated', field, sent: body, before, sideEffects},
    note: updated.note ?? write.note,
    warning: warnings.length > 0 ? warnings.join('; ') : undefined,
  };
}

/** The remarks on a write that need no reply: a preview names what would be lost. */
export function previewRemarks(write: FieldWrite): Pick<Written<unknown>, 'note' | 'warning'> {
  if (write.action === 'create') return {note: write.note};
  if (write.action !== 'update') return {};
  const {body, before, note} = write;
  return {note, warning: before && describeRemovedChoices(body, before, 'would remove')};
}

/** Where nothing was read, an id that does not exist may be a name. */
function toNameHint({id, before}: {readonly id: string; readonly before: CustomField | undefined}) {
  const hint = `Check the id and the base URL. For a name, pass ${quoteArgument(`name:${id}`)}.`;
  return only(NotFoundError, (error): never => {
    throw before ? error : error.with({hint});
  });
}

/** How to unmark a field that an update marks as deleted; `undefined` for any other. */
export function noteOnMarking({deleted}: JsonObject, id: string): Message | undefined {
  if (deleted !== true) return undefined;
  return suggest =>
    `marked as deleted, so lists may leave it out; to clear the mark, run: ${suggest('fields', 'update', ...toIdWords(id), '--no-deleted')}`;
}

/** The name of the field to write, or its id if it was not read. */
export function nameOfWrite(write: FieldWrite): string {
  if (write.action === 'create') return stringOf(write.body['name']) ?? '';
  if (write.action === 'none') return write.field.name ?? requireId(write.field);
  return write.before?.name ?? write.id;
}
