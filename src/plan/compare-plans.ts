import {type JsonObject, sameJson} from '../json/json.js';
import type {Plan} from './plan.js';
import {digest, toChange} from './plan-document.js';

/** What a change comes down to: what it does to which field, as it was seen. */
function essence({action, name, id, body, digest_before}: JsonObject): JsonObject {
  return {action, name, id, body, digest_before};
}

/** Names of the fields for which the two do not agree on what is to be done. */
export function findDeviations(saved: readonly JsonObject[], live: Plan): readonly string[] {
  const nameOf = ({name}: JsonObject) => (typeof name === 'string' ? name : '');
  const digests = (changes: readonly JsonObject[]) =>
    new Map(changes.map(change => [digest(essence(change)), nameOf(change)]));
  const [before, now] = [digests(saved), digests(live.changes.map(toChange))];
  const differing = [
    ...[...before].flatMap(([key, name]) => (now.has(key) ? [] : [name])),
    ...[...now].flatMap(([key, name]) => (before.has(key) ? [] : [name])),
  ];
  return [...new Set(differing)];
}

/** Members that may differ between a saved plan and a fresh one without anything else being planned. */
const incidental: ReadonlySet<string> = new Set([
  'id',
  'created_at',
  'format_version',
  'base_url',
  'tenant',
  'token_fingerprint',
  'seen',
]);

/** Names the members of two saved plans that a reviewer would read differently (fault 159). */
export function findDifferentMembers(saved: JsonObject, {digest: _seal, ...fresh}: JsonObject): readonly string[] {
  const members = new Set([...Object.keys(saved), ...Object.keys(fresh)]);
  return [...members].filter(member => !incidental.has(member) && !sameJson(saved[member], fresh[member]));
}
