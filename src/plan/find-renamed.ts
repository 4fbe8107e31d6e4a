import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import type {Json} from '../json/json.js';
import {createBodyFinder} from './list-run-writes.js';
import {mayBeForeign} from './may-be-foreign.js';
import type {Change, Refusal} from './plan.js';
import type {Run, WriteState} from './run.js';
import {containsSlug, toSlug} from './similar-names.js';
import {sawAllFields} from './tenant-identity.js';

/** The field that an earlier create has made, or may have made, under another name. */
interface RenamedField {
  readonly field: CustomField;
  /** True if the outcome of the create is unknown. */
  readonly isDoubtful: boolean;
}

/**
 * Returns a function that finds the field that an earlier run has created with a name, and that the API lists under
 * another. After a create with an unknown outcome, it must match what was sent, and must not have existed before.
 *
 * @param runs latest first
 */
export function createRenamedFinder(
  runs: readonly Run[],
  current: readonly CustomField[],
): (name: string) => RenamedField | undefined {
  const creates = runs.flatMap(run =>
    run.writes.filter(({action}) => action === 'create').map(write => ({run, write})),
  );
  const own = new Map(creates.flatMap(({write}) => (write.id === undefined ? [] : [[write.id, write]])));
  const renamed = new Map<string, CustomField>();
  for (const field of current) {
    const {name, listedAs} = own.get(field.id ?? '') ?? {};
    if (name !== undefined && listedAs !== undefined && field.name !== name) renamed.set(name, field);
  }
  const others = current.filter(({id = ''}) => !own.has(id));
  const finders = new Map(runs.map(run => [run, createListedFinder(run, others)]));
  const byName = Map.groupBy(creates, ({write}) => write.name);
  return name => {
    const field = renamed.get(name);
    if (field) return {field, isDoubtful: false};
    const latestFirst = byName.get(name) ?? [];
    // Creates before one that succeeded no longer matter.
    const last = latestFirst.findIndex(({write}) => write.state === 'done');
    const [made] = latestFirst
      .slice(0, last < 0 ? undefined : last)
      .flatMap(({run, write}) => (write.state === 'open' ? (finders.get(run)?.(write) ?? []) : []));
    return made && {field: made, isDoubtful: true};
  };
}

/**
 * Returns a function that finds fields that a create of the run may have produced under another name: those that the
 * run did not see, that have the name of no other create, and that match what the create sent.
 */
export function createListedFinder(
  {plan, before, isUnread}: Run,
  current: readonly CustomField[],
): (write: WriteState) => readonly CustomField[] {
  const findBody = createBodyFinder(plan.changes);
  let unseen: readonly {readonly field: CustomField; readonly slug: string}[] | undefined;
  const listUnseen = () => {
    const seen = new Set<Json | undefined>([...plan.seen.map(({id}) => id), ...before.map(field => field['id'])]);
    const created = new Set<Json | undefined>(
      plan.changes.flatMap(({action, name}) => (action === 'create' ? name : [])),
    );
    return current
      .filter(field => !seen.has(field.id) && !created.has(field.name) && !isMarkedDeleted(field))
      .map(field => ({field, slug: toSlug(field.name ?? '')}));
  };
  return write => {
    unseen ??= listUnseen();
    const body = findBody(write);
    const slug = toSlug(write.name);
    // A label tells fields apart, and so do the fields that the run saw, if it saw all.
    const isKnown = !isUnread && sawAllFields(plan.seen) && (body['label'] ?? '') !== '';
    return unseen.flatMap(({field, slug: other}) => {
      const mayBeCreated = field.name !== write.name && (isKnown || containsSlug(slug, other));
      return mayBeCreated && !mayBeForeign(field, {...body, name: field.name ?? null}) ? [field] : [];
    });
  };
}

/** Refuses to create a field again that the API lists under another name. */
export function findRenameRefusals(
  changes: readonly Change[],
  runs: readonly Run[],
  current: readonly CustomField[],
): readonly Refusal[] {
  const findRenamed = createRenamedFinder(runs, current);
  return changes.flatMap(({action, name, place}) => {
    const renamed = action === 'create' ? findRenamed(name) : undefined;
    return renamed ? [{reason: 'identity' as const, place, ...describeRenamed(name, renamed)}] : [];
  });
}

/** Why a field is not created, and what to do instead. */
export function describeRenamed(
  name: string,
  {field: {name: listedAs = null, id = ''}, isDoubtful}: RenamedField,
): {readonly message: string; readonly hint: string} {
  const [quoted, listed] = [JSON.stringify(name), `${JSON.stringify(listedAs)}: ${id}`];
  return isDoubtful
    ? {
        message: `${quoted} may have been created by an earlier run and listed as ${listed}`,
        hint: 'If so, use the name that the API lists, or delete that field first. If not, use fields create with --if-exists allow.',
      }
    : {
        message: `${quoted} was created before, and the API lists it as ${listed}`,
        hint: 'Use the name that the API lists, or delete that field first.',
      };
}
