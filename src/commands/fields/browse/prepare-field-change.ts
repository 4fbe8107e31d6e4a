import {type CustomField, writeOnlyMembers} from '../../../api/schemas.js';
import type {PreparedChange} from '../../../app/browse/browsable.js';
import type {MemberForms} from '../../../app/browse/state.js';
import {UsageError} from '../../../base/errors.js';
import {type JsonObject} from '../../../json/json.js';
import {sameJson} from '../../../json/same-json.js';
import {buildUpdateBody} from '../body/build-body.js';
import {checkFlags} from '../body/check-bodies.js';
import {completeUpdate} from '../body/complete-update.js';
import {readFlag, readJson} from '../body/csv-columns.js';
import {withSubject} from '../body/with-subject.js';
import {describeField} from '../show/view.js';
import {describeEdit} from '../write/describe-edit.js';
import {executeFieldWrites} from '../write/execute-field-writes.js';
import {prepareUpdate} from '../write/field-write.js';
import {readUnchanged} from './read-unchanged.js';
import {reportWritten} from './report-written.js';

/** Members of the update request (4.4), or parts of one, that can be changed for several fields at once. */
export const memberForms: MemberForms = {
  label: 'text',
  description: 'text',
  helper_text: 'text',
  hint: 'text',
  required: 'flag',
  hidden: 'flag',
  deleted: 'flag',
  default_value: 'json',
  display_options: 'json',
  options: 'json',
  validators: 'json',
};

function toBody(field: CustomField, member: string, value: string): JsonObject {
  if (memberForms[member] === 'flag') return buildUpdateBody({[member]: readFlag(value)}, field);
  if (value === '') return {[member]: null};
  return {[member]: memberForms[member] === 'text' ? value : readJson(value)};
}

/** @throws GuardError for choices whose ids contradict those of the field */
function prepareBody(field: CustomField, member: string, value: string) {
  const {body, note, refusal} = completeUpdate(
    withSubject(member, () => toBody(field, member, value)),
    field,
  );
  if (refusal) throw refusal.with({message: `${describeField(field)}: ${refusal.message}`});
  return {field, body, note};
}

/**
 * Prepares the change of one member of several fields; those that have the value already are left out.
 *
 * @throws UsageError for a value that the member cannot have, or that all fields have already; GuardError for choices
 * whose ids contradict those of a field
 */
export function prepareFieldChange(
  fields: readonly CustomField[],
  member: string,
  value: string,
  concurrency: number,
): PreparedChange {
  const changes = fields
    .map(field => prepareBody(field, member, value))
    .filter(({field, body}) =>
      Object.entries(body).some(
        ([name, sent]) => writeOnlyMembers.has(name) || !sameJson(field[name] ?? null, sent ?? null),
      ),
    );
  if (changes.length === 0)
    throw new UsageError(
      `nothing to change: ${member} already has that value`,
      memberForms[member] === 'json' ? 'Members that you leave out are unchanged; null removes a member.' : undefined,
    );
  for (const {body} of changes) checkFlags(body, 'update');
  return {
    question: `Update ${changes.length === 1 ? 'this custom field' : `these ${changes.length} custom fields`}?`,
    lines: changes.flatMap(({field, body, note}) => [
      ...describeEdit(field, body, true),
      ...(note === undefined ? [] : [`  ! ${note}`]),
    ]),
    send: (context, onWritten) =>
      executeFieldWrites(context, {
        command: 'update',
        verb: 'updated',
        prepare: async () => {
          const shown = changes.map(({field, body}) => ({field, members: Object.keys(body)}));
          const current = await readUnchanged(context, shown);
          const writes = changes.map(({field, body}, index) =>
            prepareUpdate(current[index] ?? field, body, describeField(field)),
          );
          return {writes};
        },
        concurrency,
        show: pages => reportWritten(pages, onWritten),
      }),
  };
}
