import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import type {Run, WriteState} from './journal.js';
import {bodyOf} from './list-run-writes.js';
import {mayBeForeign} from './may-be-foreign.js';
import type {Change, Refusal} from './plan.js';
import {containsName} from './similar-names.js';
import {sawAllFields} from './tenant-identity.js';

/** The field that an earlier create has made, or may have made, under another name. */
interface RenamedField {
  readonly field: CustomField;
  /** True if the outcome of the create is unknown. */
  readonly isDoubtful: boolean;
}

/**
 * Returns a function that finds the field that an earlier run has created with a name, and that the API lists under
 * another. After a create whose outcome is unknown, that is one which is as it was sent and was not there before.
 */
export function createRenamedFinder(
  runs: readonly Run[],
  current: readonly CustomField[],
): (name: string) => RenamedField | undefined {
  const creates = runs.flatMap(run =>
    run.writes.filter(({action}) => action === 'create').map(write => ({run, write})),
  );
  const own = new Map(creates.flatMap(({write}) => (write.id === undefined ? [] : [[write.id, write]])));
  const created = new Set(own.values().map(({name}) => name));
  const renamed = new Map<string, CustomField>();
  for (const field of current) {
    const {name, listedAs} = own.get(field.id ?? '') ?? {};
    if (name !== undefined && listedAs !== undefined && field.name !== name) renamed.set(name, field);
  }
  return name => {
    const field = renamed.get(name);
    if (field) return {field, isDoubtful: false};
    // A later run has created it after all.
    if (created.has(name)) return undefined;
    const doubtful = creates
      .filter(({write}) => write.state === 'open' && write.name === name)
      .map(({run, write}) => current.find(each => !own.has(each.id ?? '') && mayBeCreatedBy(run, write, each)))
      .find(found => found !== undefined);
    return doubtful && {field: doubtful, isDoubtful: true};
  };
}

/** True for a field that the run did not see, and that is as the write was to create it but for the name. */
export function mayBeCreatedBy({plan, before, isUnread}: Run, write: WriteState, field: CustomField): boolean {
  const {id} = field;
  const name = field.name ?? '';
  if (isMarkedDeleted(field) || name === write.name) return false;
  if (plan.seen.some(each => each.id === id) || before.some(each => each['id'] === id)) return false;
  const body = bodyOf(plan.changes, write);
  // A label tells fields apart, and so do the fields that the run saw, if it saw all.
  const isKnown = !isUnread && sawAllFields(plan.seen) && (body['label'] ?? '') !== '';
  return (isKnown || containsName(name, write.name)) && !mayBeForeign(field, {...body, name: field.name ?? null});
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
        message: `${quoted} may have been created before, and be listed as ${listed}`,
        hint: 'If so, use the name that the API lists, or delete that field first. If not, use fields create with --if-exists allow.',
      }
    : {
        message: `${quoted} was created before, and the API lists it as ${listed}`,
        hint: 'Use the name that the API lists, or delete that field first.',
      };
}
