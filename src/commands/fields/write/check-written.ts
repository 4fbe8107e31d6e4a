import {describeDifferences} from '../../../api/compare-replies.js';
import {isSupersetOf} from '../../../api/differences.js';
import {readAllFields} from '../../../api/fields.js';
import {type CustomField, documentedSchemas, writeOnlyMembers} from '../../../api/schemas.js';
import {BizctlError} from '../../../base/errors.js';
import {pollUntil} from '../../../base/poll-until.js';
import type {HttpClient} from '../../../http/http-client.js';
import {type JsonObject, pickMembers} from '../../../json/json.js';
import {sameJson} from '../../../json/same-json.js';

/** A field after a write. */
interface CheckedField {
  readonly field: CustomField;
  /** False if the reply shows only a part of it, and it cannot be read back. */
  readonly isWhole: boolean;
  /** Which values differ from what was sent. */
  readonly warning: string | undefined;
}

/**
 * Compares what was sent with the reply. If the reply is partial, or still shows the old values, compares it with the
 * field in the list instead.
 */
export async function checkWritten(
  http: HttpClient,
  sent: JsonObject,
  reply: CustomField,
  before?: JsonObject,
): Promise<CheckedField> {
  const known = pickMembers(before ?? {}, documentedSchemas.CustomField.shape);
  const lacksKnown = lacksAny(reply, known);
  const lacksMembers = lacksKnown || lacksAny(reply, sent);
  // A reply that is complete but old is checked against one list: some APIs reply with the old field, others ignore what
  // was sent, and waiting would not change that.
  const maxMs = lacksMembers ? undefined : 0;
  if (!lacksMembers && !isBehind(reply, sent, before))
    return {field: reply, isWhole: true, warning: describeDifferences(sent, reply, before)};
  let listed: CustomField | undefined;
  const read = async () => {
    listed = (await readAllFields(http)).find(({id}) => id !== undefined && id === reply.id) ?? listed;
    return listed;
  };
  try {
    // A complete reply that lacks a sent member means that the API hides or ignores it; a partial one proves nothing.
    const isCurrent = (field: CustomField) => !isBehind(field, sent, before) && !(lacksKnown && lacksAny(field, sent));
    await pollUntil(http.settings, read, field => field !== undefined && isCurrent(field), maxMs);
  } catch (error) {
    // The write has succeeded, whatever the list says, and even if an interruption kept it from being read.
    if (!(error instanceof BizctlError)) throw error;
    if (!listed) return {field: reply, isWhole: false, warning: `the result could not be checked: ${error.message}`};
  }
  // A list that shows none of the changes proves nothing against a complete reply.
  const found = listed && !lacksMembers && isBehind(listed, sent, before, 'every') ? undefined : listed;
  const field = found ?? reply;
  return {field, isWhole: found !== undefined || !lacksMembers, warning: describeDifferences(sent, field, before)};
}

function lacksAny(shown: CustomField, members: JsonObject): boolean {
  return Object.entries(members).some(
    ([member, value]) =>
      !writeOnlyMembers.has(member) && shown[member] === undefined && !isSupersetOf(undefined, value, [member]),
  );
}

/** True if a field still shows a member that was changed, or every one, as it was before. */
export function isBehind(
  shown: CustomField,
  sent: JsonObject,
  before: JsonObject = {},
  which: 'some' | 'every' = 'some',
): boolean {
  const isAsBefore = (member: string) => before[member] !== undefined && sameJson(shown[member], before[member]);
  const isChange = (member: string) => !isSupersetOf(before[member], sent[member], [member]);
  return Object.keys(sent).filter(isChange)[which](isAsBefore);
}
