import {requireId} from '../../../api/fields.js';
import {type CustomField, writeOnlyMembers} from '../../../api/schemas.js';
import type {PreparedChange} from '../../../app/browse/browsable.js';
import type {MemberForms} from '../../../app/browse/state.js';
import {UsageError} from '../../../base/errors.js';
import {type Json, type JsonObject, sameJson} from '../../../json/json.js';
import {tryParseJson} from '../../../json/parse-json.js';
import {buildUpdateBody} from '../body/build-body.js';
import {checkFlags} from '../body/check-bodies.js';
import {parseFlag} from '../body/parse-flag.js';
import {findChanged, showDifference} from '../describe-changes.js';
import {describeField} from '../view.js';
import {executeFieldWrites} from '../write/execute-field-writes.js';
import {noteOnMarking} from '../write/field-write.js';
import {describeLostChoices} from '../write/lost-choices.js';
import {whileLocked} from '../write/while-locked.js';
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

function readFlag(member: string, value: string): boolean {
  const flag = parseFlag(value);
  if (flag === undefined)
    throw new UsageError(`invalid value for ${member}: ${JSON.stringify(value)} (expected yes or no)`);
  return flag;
}

function readValue(member: string, value: string): Json {
  const parsed = tryParseJson(value);
  if (parsed === undefined)
    throw new UsageError(`invalid value for ${member}: ${JSON.stringify(value)} (expected JSON)`);
  return parsed;
}

function toBody(field: CustomField, member: string, value: string): JsonObject {
  if (memberForms[member] === 'flag') return buildUpdateBody({[member]: readFlag(member, value)}, field);
  if (value === '') return {[member]: null};
  return {[member]: memberForms[member] === 'text' ? value : readValue(member, value)};
}

/**
 * Prepares the change of one member of several fields; those that have the value already are left out.
 *
 * @throws UsageError for a value that the member cannot have, or that all fields have already
 */
export function prepareFieldChange(
  fields: readonly CustomField[],
  member: string,
  value: string,
  concurrency: number,
): PreparedChange {
  const changes = fields
    .map(field => ({field, body: toBody(field, member, value)}))
    .filter(({field, body}) =>
      Object.entries(body).some(
        ([name, sent]) => writeOnlyMembers.has(name) || !sameJson(field[name] ?? null, sent ?? null),
      ),
    );
  if (changes.length === 0) throw new UsageError(`nothing to change: ${member} already has that value`);
  for (const {body} of changes) checkFlags(body, 'update');
  return {
    question: `Update ${changes.length === 1 ? 'this custom field' : `these ${changes.length} custom fields`}?`,
    lines: changes.flatMap(({field, body}) => [
      describeField(field),
      ...Object.entries(body)
        .flatMap(([name, sent]) => findChanged(field[name], sent, name))
        .map(difference => `  ${showDifference(difference)}`),
      ...toWarnings(field, body),
    ]),
    send: (context, onWritten) =>
      whileLocked(context, {}, async () => {
        await readUnchanged(
          context,
          changes.map(({field, body}) => ({field, members: Object.keys(body)})),
        );
        await executeFieldWrites(context, {
          command: 'update',
          verb: 'updated',
          writes: changes.map(({field, body}) => ({
            label: describeField(field),
            decision: {
              action: 'update',
              id: requireId(field),
              body,
              before: field,
              note: noteOnMarking(body, requireId(field)),
            },
          })),
          concurrency,
          show: pages => reportWritten(pages, onWritten),
        });
      }),
  };
}

function toWarnings(field: CustomField, body: JsonObject): readonly string[] {
  const lost = describeLostChoices(body, field, 'would remove');
  return lost === undefined ? [] : [`  ! ${lost}`];
}
