import type {CustomField} from '../../../api/schemas.js';
import {deleteField, updateField} from '../../../api/write-fields.js';
import type {Written} from '../../../app/execute-write.js';
import {only} from '../../../base/catch-errors.js';
import {NotFoundError} from '../../../base/errors.js';
import {quoteArgument} from '../../../base/shell-word.js';
import {type Message, toText} from '../../../base/suggest-command.js';
import type {HttpClient} from '../../../http/http-client.js';
import {isEmpty} from '../../../json/json.js';
import {findSideEffects} from '../../../plan/find-side-effects.js';
import {describeHiddenDefault} from '../../../plan/partial-choices.js';
import {checkWritten} from './check-written.js';
import type {CreateField} from './create-field.js';
import type {FieldOutcome, FieldWrite} from './field-write.js';
import {describeRemovedChoices} from './removed-choices.js';

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
    return {row: {outcome: 'created', field}, note: joinNotes(created.note, write.note), warning};
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
    describeHiddenDefault(body, before),
    warning,
    changed.length === 0 ? undefined : `the API also changed members that were not sent: ${changed.join(', ')}`,
  ].flatMap(each => each ?? []);
  return {
    row: {outcome: 'updated', field, sent: body, before, sideEffects},
    note: joinNotes(updated.note, write.note),
    warning: warnings.length > 0 ? warnings.join('; ') : undefined,
  };
}

function joinNotes(...notes: readonly (Message | undefined)[]): Message | undefined {
  const given = notes.filter(note => note !== undefined);
  return given.length === 0 ? undefined : suggest => given.map(note => toText(note, suggest)).join('; ');
}

/** Where nothing was read, an id that does not exist may be a name. */
function toNameHint({id, before}: {readonly id: string; readonly before: CustomField | undefined}) {
  const hint = `Check the id and the base URL. For a name, pass ${quoteArgument(`name:${id}`)}.`;
  return only(NotFoundError, (error): never => {
    throw before ? error : error.with({hint});
  });
}
