import {idOf} from '../../../api/fields.js';
import type {WrittenField} from '../../../api/resolve-unknown-outcome.js';
import {createField, deleteField, updateField} from '../../../api/write-fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {Written} from '../../../app/execute-write.js';
import {BizctlError, IncompleteError, InterruptedError, NotFoundError} from '../../../base/errors.js';
import {createHttpClient, type HttpClient} from '../../../http/http-client.js';
import type {Entry} from '../../../plan/journal-entry.js';
import {toListedAs} from '../../../plan/list-seen-fields.js';
import type {Action, Change} from '../../../plan/plan.js';
import type {AppliedChange} from './applied-view.js';
import {createProgress} from './apply-progress.js';
import type {Intents} from './intents.js';
import type {TenantPlan} from './plan-tenant.js';

export interface ExecuteOptions {
  readonly concurrency: number;
  readonly failFast?: true | undefined;
}

/** The journal of a run, and what its writes share. */
export interface RunState {
  /** Resolves when the entry is on disk. */
  readonly record: (entry: Entry) => Promise<void>;
  /** Adds an entry without waiting for the disk. For outcomes that reading the tenant would show too. */
  readonly add: (entry: Entry) => void;
  readonly intents: Intents;
  readonly at: () => string;
  /** Collects the ids of created fields. */
  readonly created: string[];
  /** Collects the names of fields that were deleted to be created again. */
  readonly removed: Set<string>;
  /** Ids of fields that the resumed run or another recent one has deleted, or may have deleted. */
  readonly deletedBefore: ReadonlySet<string>;
}

/** Returns a function that makes one change of a plan and records it in the journal. */
export function createWriter(
  context: ApiContext,
  {plan, current}: TenantPlan,
  state: RunState,
  {failFast}: ExecuteOptions,
) {
  const known = new Set(current.flatMap(({id}) => id ?? []));
  let hasFailed = false;
  const progress = createProgress(context, plan.changes.length);
  // The first Ctrl-C must not abort writes in flight, so they get their own signal; the second ends the process.
  const http = createHttpClient({...context.http.settings, signal: new AbortController().signal});
  return async (change: Change): Promise<Written<AppliedChange>> => {
    if (failFast && hasFailed)
      throw new BizctlError('not_tried', 7, 'not attempted because an earlier change failed', {
        hint: 'Run again without --fail-fast.',
      });
    const {action, name} = change;
    await progress.begin(change);
    try {
      const {field, note} = await applyChange(http, change, state, known);
      const id = field ? idOf(field) : change.id;
      await progress.end(change, false);
      return {row: {action, name, id, outcome: 'done'}, note};
    } catch (error) {
      hasFailed = true;
      await progress.end(change, true);
      // A write with an unknown outcome stays open in the journal.
      const isOpen = error instanceof InterruptedError || error instanceof IncompleteError;
      const isRemoved = state.removed.has(name);
      const failedStep = action === 'replace' ? (isRemoved ? 'create' : 'delete') : action;
      if (error instanceof BizctlError && !isOpen)
        await state.record({
          event: 'failed',
          at: state.at(),
          action: failedStep,
          name,
          ...(change.id && failedStep !== 'create' ? {id: change.id} : {}),
          message: error.message,
        });
      throw isRemoved ? toHalfDone(error, name) : error;
    }
  };
}

/** The error of a create that leaves a field deleted. The hint of the run says how to continue. */
function toHalfDone(error: unknown, name: string): unknown {
  if (!(error instanceof BizctlError) || error instanceof InterruptedError) return error;
  const outcome = error instanceof IncompleteError ? 'and' : 'but not created again:';
  return new IncompleteError(`${JSON.stringify(name)} was deleted, ${outcome} ${error.message}`, {
    ...error.details,
    hint: undefined,
    cause: error,
  });
}

interface Applied {
  readonly field?: WrittenField['field'] | undefined;
  readonly note?: string | undefined;
}

/** @param known ids of all fields so far */
async function applyChange(
  http: HttpClient,
  change: Change,
  {record, add, intents, at, created, removed, deletedBefore}: RunState,
  known: Set<string>,
): Promise<Applied> {
  const {action, name, id = '', body = {}} = change;
  const journaled = async (step: Action, write: () => Promise<Applied>): Promise<Applied> => {
    const target = step === 'create' ? {} : {id};
    if (action === 'create') await intents.begin(change);
    else await record({event: 'intent', at: at(), action: step, name, ...target});
    const applied = await write();
    const result = applied.field ? {id: idOf(applied.field)} : target;
    if (step === 'create' && applied.field) {
      created.push(idOf(applied.field));
      known.add(idOf(applied.field));
    }
    add({
      event: 'done',
      at: at(),
      action: step,
      name,
      ...result,
      ...(step === 'create' ? toListedAs(name, applied.field) : {}),
      ...(applied.note === undefined ? {} : {note: applied.note}),
    });
    return applied;
  };
  const remove = () => journaled('delete', () => deleteOnce(http, id, deletedBefore.has(id)));
  const create = () => journaled('create', () => createField(http, body, known));
  if (action === 'update') return journaled('update', () => updateField(http, id, body));
  if (action === 'delete') return remove();
  if (action === 'replace') {
    await remove();
    removed.add(name);
  }
  return create();
}

/** Deletes a field. If an earlier request may have deleted it already, 404 is a success. */
async function deleteOnce(http: HttpClient, id: string, mayBeDeleted: boolean): Promise<Applied> {
  try {
    return await deleteField(http, id, true);
  } catch (error) {
    if (mayBeDeleted && error instanceof NotFoundError) return {note: 'deleted by an earlier run'};
    throw error;
  }
}
