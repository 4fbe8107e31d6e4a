import {findDifferences, isOmission} from '../api/differences.js';
import {pickDocumentedMember} from '../api/schemas.js';
import type {Json} from '../json/json.js';

/** True if an update changes nested members that the reference does not document, which an undo does not compare. */
export function changesUndocumented(member: string, was: Json = null, sent: Json = null): boolean {
  const count = (toCompared: (value: Json) => Json | undefined) =>
    findDifferences(toCompared(was), toCompared(sent), {path: [member], isComplete: true}).length;
  return count(value => value) > count(value => pickDocumentedMember(member, value));
}

/** True if nested members that the reference does not document are gone. Assumes that the documented ones match. */
export function lacksUndocumented(member: string, now: Json | undefined, was: Json | undefined): boolean {
  return findDifferences(now, was, {path: [member]}).some(
    difference => difference.before === undefined && !isOmission(difference),
  );
}
