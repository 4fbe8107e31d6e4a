import {arrayOf, isObject, type Json, type JsonObject, stringOf} from '../json/json.js';
import {sameJson} from '../json/same-json.js';
import {pickDocumented} from './documented.js';
import type {Change, Plan} from './plan.js';
import {digest, toChange} from './plan-document.js';
import type {PlannedChange} from './planned-change.js';

/**
 * A change without what the API may change at any time: undocumented members, in the body that sends them back and in
 * what is shown of the field before (row 148). The digest stands for the field before.
 */
function toComparable({before: _field, ...change}: JsonObject): JsonObject {
  const {body} = change;
  const differences = arrayOf(change['differences'])?.map(withDocumentedBefore);
  return {
    ...change,
    ...(isObject(body) ? {body: pickDocumented(body).field} : {}),
    ...(differences ? {differences} : {}),
  };
}

function withDocumentedBefore(difference: Json): Json {
  if (!isObject(difference) || typeof difference['path'] !== 'string') return difference;
  const {path, before} = difference;
  // Wraps the value at its path, so that pickDocumented can tell which of its members are documented.
  const steps = path.split(/[.[\]]+/).filter(step => step !== '');
  const whole = steps
    .toReversed()
    .reduce<Json>((inner, step) => (/^\d+$/.test(step) ? [inner] : {[step]: inner}), before ?? null);
  if (!isObject(whole)) return difference;
  const {field, dropped} = pickDocumented(whole);
  const place = path.replaceAll(/\[\d+\]/g, '[]');
  // A file declares this undocumented member, so it counts.
  if ([...dropped].some(each => place.startsWith(each))) return difference;
  // Only the values of undocumented members may differ. Their names must match, so that nobody can add one to what a
  // reviewer reads.
  return {...difference, before: field, undocumented: [...dropped].toSorted()};
}

/** Picks the members that decide whether two changes are the same; the others are for people. */
function pickEssentials(change: JsonObject): JsonObject {
  const {action, name, id, body, digest_before} = toComparable(change);
  return {action, name, id, body, digest_before};
}

/** True if the plan saved exactly this change, for the same state of the field. */
export function isSavedChange(saved: PlannedChange, change: Change): boolean {
  // Names first, as digests are not cheap.
  return saved.name === change.name && sameJson(pickEssentials(saved), pickEssentials(toChange(change)));
}

/** Names the fields that a saved plan and a new one would change differently. */
export function findDifferingNames(saved: readonly JsonObject[], live: Plan): readonly string[] {
  const digests = (changes: readonly JsonObject[]) =>
    new Map(changes.map(change => [digest(pickEssentials(change)), stringOf(change['name']) ?? '']));
  const [before, now] = [digests(saved), digests(live.changes.map(toChange))];
  const differing = [
    ...[...before].flatMap(([key, name]) => (now.has(key) ? [] : [name])),
    ...[...now].flatMap(([key, name]) => (before.has(key) ? [] : [name])),
  ];
  return [...new Set(differing)];
}

/** Members that may differ between two plans with the same changes. */
const incidental: ReadonlySet<string> = new Set([
  'id',
  'created_at',
  'format_version',
  'base_url',
  'tenant',
  'token_fingerprint',
  'seen',
]);

/** Names the undeclared fields that came or went since the plan was saved. */
function describeUndeclared({undeclared: before = null}: JsonObject, {undeclared: now = null}: JsonObject): string {
  const [old, current] = [arrayOf(before) ?? [], arrayOf(now) ?? []];
  const [changed] = [...current.filter(name => !old.includes(name)), ...old.filter(name => !current.includes(name))];
  return `the undeclared fields${changed === undefined ? '' : `, such as ${JSON.stringify(changed)}`}`;
}

/**
 * A saved plan has the place of each field, but not of the members in it. The commands that a warning suggests name the
 * tenant as the user did, who may name it differently now.
 */
function toComparableWarning(warning: Json): Json {
  if (typeof warning !== 'string') return warning;
  return warning.replace(/^.+?:\d+:\d+: /, '').replaceAll(/ --(?:profile|base-url) (?:'[^']*'|\S+)/g, '');
}

/** Names the members in which a saved plan, as it was reviewed, differs from a fresh one (row 159). */
export function findDifferentMembers(saved: JsonObject, {digest: _digest, ...fresh}: JsonObject): readonly string[] {
  const members = new Set([...Object.keys(saved), ...Object.keys(fresh)]);
  const valueOf = (member: string, document: JsonObject) => {
    const list = arrayOf(document[member]) ?? [];
    if (member === 'changes') return list.filter(isObject).map(toComparable);
    return member === 'warnings' ? list.map(toComparableWarning) : document[member];
  };
  return (
    [...members]
      .filter(member => !incidental.has(member) && !sameJson(valueOf(member, saved), valueOf(member, fresh)))
      .map(member => (member === 'undeclared' ? describeUndeclared(saved, fresh) : JSON.stringify(member)))
      // The counts differ wherever something else does.
      .toSorted((a, b) => Number(a === '"summary"') - Number(b === '"summary"'))
  );
}
