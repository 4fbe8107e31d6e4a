import {findDifferences, isOmission} from '../api/differences.js';
import {isLive} from '../api/looks-deleted.js';
import {type CustomField, isMarkedDeleted, writeOnlyMembers} from '../api/schemas.js';
import {compareCodeUnits} from '../base/compare-code-units.js';
import {isObject, type Json, type JsonObject, memberOf, objectOf} from '../json/json.js';
import {sameJson} from '../json/same-json.js';
import {updateBodiesOf} from './planned-change.js';
import {compareRuns, type Run, type WriteState} from './run.js';

interface MemberUpdate {
  readonly member: string;
  readonly write: WriteState;
  readonly sent: Json | undefined;
  /** The values before this and earlier updates; `undefined` if the field was not read. */
  readonly before: readonly Json[] | undefined;
}

interface Latest {
  /** The last write that created or deleted the field with an id. */
  readonly existence: ReadonlyMap<string, WriteState>;
  /** For each update, the members that no later update changed. */
  readonly updates: ReadonlyMap<WriteState, readonly MemberUpdate[]>;
}

/** Finds the last write of each field and member: what an up-to-date list must show. */
export function findLatest(runs: readonly Run[]): Latest {
  const inOrder = runs
    .toSorted(compareRuns)
    .flatMap(run => {
      const bodies = updateBodiesOf(run.plan.changes);
      const before = new Map(run.before.map(field => [field['id'], field]));
      return run.writes.map(write => ({
        write,
        body: write.body ?? bodies.get(write.id ?? ''),
        was: before.get(write.id),
      }));
    })
    .toSorted((one, other) => compareCodeUnits(one.write.at, other.write.at));
  const existence = new Map<string, WriteState>();
  const updates = new Map<string, Map<string, MemberUpdate>>();
  for (const {write, body = {}, was} of inOrder) {
    const {id, action, state} = write;
    if (id === undefined || state === 'failed') continue;
    if (action !== 'update') {
      existence.set(id, write);
      // The API may give the id of a deleted field to a new one.
      updates.delete(id);
      continue;
    }
    const members = updates.get(id) ?? new Map<string, MemberUpdate>();
    updates.set(id, members);
    for (const [member, sent] of Object.entries(body)) {
      const earlier = members.get(member);
      // Between two updates of one run, an API that merges objects shows the first one merged into what was there.
      const between = was && isObject(earlier?.sent) ? [{...objectOf(was[member]), ...earlier.sent}] : [];
      const before = was && [...(earlier?.before ?? []), shownMember(was, member), ...between];
      // A field that was marked or unmarked may be listed or not.
      if (member === 'deleted') existence.delete(id);
      if (member === 'deleted' || !writeOnlyMembers.has(member)) members.set(member, {member, write, sent, before});
    }
  }
  const all = [...updates.values()].flatMap(members => [...members.values()]);
  return {existence, updates: Map.groupBy(all, ({write}) => write)};
}

/** The value that a list shows for a member. The mark of a deleted field may be left out where it is false. */
function shownMember(field: JsonObject, member: string): Json {
  return member === 'deleted' ? isMarkedDeleted(field) : (memberOf(field, member) ?? null);
}

/** True if a field still has a member as it was before recent updates, or may have. */
export function isOutdated({member, write, sent, before}: MemberUpdate, field: CustomField): boolean {
  // The list may show the mark in another form.
  if (member === 'deleted' && sent === true && !isLive(field)) return false;
  const now = shownMember(field, member);
  // The API may have stored another form of what was sent.
  if (write.stored && sameJson(now, memberOf(write.stored, member))) return false;
  const differences = findDifferences(now, sent ?? null, {path: [member], isComplete: true, isOrdered: true});
  return !differences.every(isOmission) && (!before || before.some(value => sameJson(now, value)));
}
