import {requireId} from '../../../api/fields.js';
import {createField, deleteField, updateField} from '../../../api/write-fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {Written} from '../../../app/execute-write.js';
import {
  BizctlError,
  CancelledWriteError,
  HalfDoneError,
  IncompleteError,
  InterruptedError,
  NotFoundError,
  RefusedError,
} from '../../../base/errors.js';
import {type Message, toText} from '../../../base/suggest-command.js';
import {createHttpClient, type HttpClient} from '../../../http/http-client.js';
import type {Change} from '../../../plan/plan.js';
import type {AppliedChange} from './applied-view.js';
import {createProgress} from './apply-progress.js';
import {journalStep, type StepJournal, type StepResult} from './journal-step.js';
import type {TenantPlan} from './plan-tenant.js';

export interface ExecuteOptions {
  readonly concurrency: number;
  readonly failFast?: true | undefined;
}

/** The journal of a run, and what its writes share. */
export interface RunState extends StepJournal {
  /** Collects the ids of created fields. */
  readonly created: string[];
  /** Collects the names of fields that were deleted to be created again. */
  readonly recreatedNames: Set<string>;
  /** The ids of fields that are marked as deleted, to which those of deleted ones are added. */
  readonly deletedIds: Set<string>;
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
  const existingIds = new Set(current.flatMap(({id}) => id ?? []));
  let hasFailed = false;
  const progress = createProgress(context, plan.changes.length);
  const http = createHttpClient({...context.http.settings, signal: abortLater(context)});
  return async (change: Change): Promise<Written<AppliedChange>> => {
    if (failFast && hasFailed)
      throw new BizctlError('not_tried', 7, 'not tried because an earlier change failed', {
        hint: 'Run again without --fail-fast.',
      });
    const {action, name} = change;
    await progress.begin(change);
    try {
      const {field, note} = await applyChange(http, change, state, existingIds);
      const id = field ? requireId(field) : change.id;
      await progress.end(change, 'done');
      return {row: {action, name, id, outcome: 'done'}, note};
    } catch (error) {
      hasFailed = true;
      await progress.end(change, 'failed');
      throw state.recreatedNames.has(name) ? toHalfDone(error, change) : error;
    }
  };
}

/** Returns a signal that gives writes in flight some time to finish after an interruption. */
function abortLater({signal, timing}: ApiContext): AbortSignal {
  const late = new AbortController();
  const onAbort = () => setTimeout(() => late.abort(signal.reason), timing.finishMs).unref();
  signal.addEventListener('abort', onAbort, {once: true});
  return late.signal;
}

/** What to do when the API refuses to create a deleted field again: it may have kept it. */
export function adviseToRestore(id: string): Message {
  return suggest =>
    `To try to bring the deleted field back instead, run: ${suggest('fields', 'update', id, '--no-deleted')}`;
}

/** The error of a create that leaves a field deleted. Unless it was refused, the hint of the run says how to continue. */
function toHalfDone(error: unknown, {name, id = ''}: Change): unknown {
  // The old field is deleted already, so a create that was not sent leaves the run open.
  if (error instanceof CancelledWriteError) return new InterruptedError(error.exitCode, error.message, error.details);
  if (error instanceof InterruptedError) return error;
  if (!(error instanceof BizctlError)) return error;
  const isUnknown = error instanceof IncompleteError;
  const Incomplete = isUnknown ? IncompleteError : HalfDoneError;
  const outcome = isUnknown ? 'and' : 'but not created again:';
  return new Incomplete(`${JSON.stringify(name)} was deleted, ${outcome} ${error.message}`, {
    ...error.details,
    hint:
      error instanceof RefusedError
        ? suggest => `Correct the files, or try again later. ${toText(adviseToRestore(id), suggest)}`
        : undefined,
    cause: error,
  });
}

/** @param existingIds ids of all fields so far */
async function applyChange(
  http: HttpClient,
  change: Change,
  state: RunState,
  existingIds: Set<string>,
): Promise<StepResult> {
  const {action, name, id = '', body = {}, before} = change;
  const {created, recreatedNames, deletedIds, deletedBefore} = state;
  if (action === 'update') return journalStep(state, change, action, () => updateField(http, id, body, before));
  if (action !== 'create') {
    const deletion = await journalStep(state, change, 'delete', () => deleteOnce(http, id, deletedBefore.has(id)));
    deletedIds.add(id);
    if (action === 'delete') return deletion;
    recreatedNames.add(name);
  }
  const creation = await journalStep(state, change, 'create', () => createField(http, body, existingIds, deletedIds));
  created.push(requireId(creation.field));
  existingIds.add(requireId(creation.field));
  return creation;
}

/** Deletes a field. If an earlier request may have deleted it already, 404 is a success. */
async function deleteOnce(http: HttpClient, id: string, mayBeDeleted: boolean): Promise<StepResult> {
  try {
    return await deleteField(http, id, {wasListed: true});
  } catch (error) {
    if (mayBeDeleted && error instanceof NotFoundError) return {note: 'deleted by an earlier run'};
    throw error;
  }
}
