import {type Difference, findDifferences, isNothing, isOmission} from '../api/differences.js';
import {type CustomField, pickDocumentedMember} from '../api/schemas.js';
import {type Json, type JsonObject, memberOf} from '../json/json.js';
import {adoptOptions} from './choices/adopt-options.js';

/** A member with its value. */
type Member = readonly [string, Json | undefined];

/**
 * True if a field still has a member as it was sent, apart from what an API may omit, or change at any time (row 148).
 * Choices are matched as in a plan, because some APIs give them new ids.
 */
export function hasMember(now: CustomField, member: string, sent: Json | undefined): boolean {
  const expected = withIdsOf(now, member, sent);
  return findDifferences(memberOf(now, member), pickDocumentedMember(member, expected), {path: [member]}).every(
    isOmission,
  );
}

export function withIdsOf(now: CustomField, member: string, sent: Json | undefined): Json | undefined {
  return member === 'options' && sent ? adoptOptions(sent, memberOf(now, member), {isExact: true}).options : sent;
}

/** What a value of a member has, and the field did not have before the run. */
function listNew(value: Json | undefined, member: string, was: JsonObject): readonly Difference[] {
  return findDifferences(value, memberOf(was, member), {path: [member], isComplete: true}).filter(
    ({after}) => after === undefined,
  );
}

/** Whether a member is as it was before the run, with nothing left of what the run added to it. */
export function isRestored(now: CustomField, [member, sent = null]: Member, was: JsonObject): boolean {
  if (!hasMember(now, member, memberOf(was, member))) return false;
  // An undo may have sent "" where the API refuses null.
  if ([now, was].every(field => (memberOf(field, member) ?? '') === '')) return true;
  const added = new Set(listNew(sent, member, was).map(({label}) => label));
  return !listNew(memberOf(now, member), member, was).some(({label}) => added.has(label));
}

/**
 * Whether an undo that was interrupted has restored a member in part: it is as that undo sent it, but for what is left
 * of what the run added.
 */
export function isPartlyRestored(
  now: CustomField,
  [member, sent = null]: Member,
  was: JsonObject,
  restoring: readonly Member[],
): boolean {
  if (isRestored(now, [member, sent], was)) return false;
  const added = new Map(listNew(sent, member, was).map(({label, before}) => [label, before]));
  // The API may have added to it, such as ids.
  const isAdded = ({label, path, before}: Difference) =>
    isNothing(before) ||
    (added.has(label) && findDifferences(before, added.get(label), {path: [path]}).every(isOmission));
  return (
    listNew(memberOf(now, member), member, was).every(isAdded) &&
    restoring.some(([restored, value]) => restored === member && hasMember(now, member, value))
  );
}
