import {idOf} from '../../../api/fields.js';
import type {Page} from '../../../api/page.js';
import type {WrittenField} from '../../../api/resolve-unknown-outcome.js';
import {createField, deleteField, updateField} from '../../../api/write-fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import {executeWrites, type Written} from '../../../app/run-writes.js';
import {BizctlError, IncompleteError, InterruptedError, NotFoundError} from '../../../base/errors.js';
import {toText} from '../../../base/suggest-command.js';
import {createHttpClient, type HttpClient} from '../../../http/http-client.js';
import type {Entry} from '../../../plan/journal.js';
import type {Action, Change} from '../../../plan/plan.js';
import type {JournalFile} from '../../../system/files/journal-file.js';
import {type AppliedChange, appliedTable} from './applied-view.js';
import {createProgress} from './apply-progress.js';
import {findDefaultChoices} from './default-choices.js';
import {createIntents, type Intents} from './intents.js';
import type {TenantPlan} from './plan-tenant.js';
import {describeChange} from './plan-view.js';
import type {PreparedApply} from './prepare-apply.js';
import {verify} from './verify.js';

export interface ExecuteOptions {
  readonly concurrency: number;
  readonly failFast?: true | undefined;
}

/** Entries appended to the journal during a run. */
interface Journal {
  /** Resolves when it is on the disk. */
  readonly record: (entry: Entry) => Promise<void>;
  /** For what a look at the tenant would tell as well. */
  readonly add: (entry: Entry) => void;
  readonly intents: Intents;
  readonly at: () => string;
  /** Collects the ids of the fields that were created. */
  readonly created: string[];
  /** Ids whose deletion was sent when the resumed run was cut off. */
  readonly openDeletes: ReadonlySet<string>;
}

/**
 * Carries a plan out: each write is in the journal before it is sent. It ends by reading back and planning again.
 *
 * @throws IncompleteError when something is left to do, or failed; InterruptedError
 */
export async function executePlan(
  context: ApiContext,
  {planned, run: resumed, source}: PreparedApply,
  journal: JournalFile,
  options: ExecuteOptions,
): Promise<void> {
  const isShown = source !== 'fleet';
  const at = () => context.now().toISOString();
  const record = (entry: Entry) => journal.append(JSON.stringify(entry));
  const add = (entry: Entry) => journal.add(JSON.stringify(entry));
  const run = planned.meta.id;
  const intents = createIntents(planned.plan.changes, options.concurrency, ({name}) =>
    record({event: 'intent', at: at(), action: 'create', name}),
  );
  const created: string[] = [];
  const openDeletes = new Set(
    resumed?.writes.flatMap(({action, state, id}) => (action === 'delete' && state === 'open' && id ? [id] : [])),
  );
  const batch = {
    noun: 'changes',
    verb: 'applied',
    nameOf: describeChange,
    concurrency: options.concurrency,
    write: createWriter(context, planned, {record, add, intents, at, created, openDeletes}, options),
  };
  try {
    const inputs = planned.plan.changes;
    await executeWrites(context, {...batch, inputs, show: pages => show(context, pages, isShown)});
    const defaults = await findDefaultChoices(context, planned, created);
    if (defaults.length > 0)
      await executeWrites(context, {...batch, inputs: defaults, show: pages => show(context, pages, false)});
    await verify(context, planned, created);
    await record({event: 'end', at: at(), outcome: 'converged'});
  } catch (error) {
    for (const {name} of intents.cancelled()) add({event: 'cancelled', at: at(), action: 'create', name});
    if (error instanceof BizctlError) await record({event: 'end', at: at(), outcome: error.code});
    throw withResume(error, run);
  }
}

/** What came of the writes, once the progress is out of the way; nothing where that is not shown. */
async function show(context: ApiContext, pages: AsyncIterable<Page<AppliedChange>>, isShown: boolean): Promise<void> {
  if (isShown) await context.showResults(appliedTable, withoutProgress(context, pages));
  else {
    await Array.fromAsync(pages);
    await context.reporter.showProgress(undefined);
  }
}

async function* withoutProgress<Row>(
  {reporter}: ApiContext,
  pages: AsyncIterable<Page<Row>>,
): AsyncGenerator<Page<Row>> {
  try {
    yield* pages;
  } finally {
    await reporter.showProgress(undefined);
  }
}

function createWriter(context: ApiContext, {plan}: TenantPlan, journal: Journal, {failFast}: ExecuteOptions) {
  let hasFailed = false;
  const progress = createProgress(context, plan.changes.length);
  // The first Ctrl-C lets the writes that are under way come to their end; the second ends the process.
  const http = createHttpClient({...context.http.settings, signal: new AbortController().signal});
  return async (change: Change): Promise<Written<AppliedChange>> => {
    if (failFast && hasFailed)
      throw new BizctlError('not_tried', 7, 'not attempted because an earlier change failed', {
        hint: 'Run again without --fail-fast.',
      });
    const {action, name} = change;
    await progress.begin(change);
    try {
      const {field, note} = await applyChange(http, change, journal);
      const id = field ? idOf(field) : change.id;
      await progress.end(change, false);
      return {row: {action, name, id, outcome: 'done'}, note};
    } catch (error) {
      hasFailed = true;
      await progress.end(change, true);
      // Of what was interrupted nothing is known: it stays open in the journal.
      const isOpen = error instanceof InterruptedError || error instanceof IncompleteError;
      if (error instanceof BizctlError && !isOpen)
        await journal.record({
          event: 'failed',
          at: journal.at(),
          action,
          name,
          ...(change.id ? {id: change.id} : {}),
          message: error.message,
        });
      throw error;
    }
  };
}

interface Applied {
  readonly field?: WrittenField['field'] | undefined;
  readonly note?: string | undefined;
}

async function applyChange(
  http: HttpClient,
  change: Change,
  {record, add, intents, at, created, openDeletes}: Journal,
): Promise<Applied> {
  const {action, name, id = '', body = {}} = change;
  const step = async (step: Action, work: () => Promise<Applied>): Promise<Applied> => {
    const own = step === 'create' ? {} : {id};
    if (action === 'create') await intents.begin(change);
    else await record({event: 'intent', at: at(), action: step, name, ...own});
    const applied = await work();
    const got = applied.field ? {id: idOf(applied.field)} : own;
    if (step === 'create' && applied.field) created.push(idOf(applied.field));
    add({
      event: 'done',
      at: at(),
      action: step,
      name,
      ...got,
      ...(applied.note === undefined ? {} : {note: applied.note}),
    });
    return applied;
  };
  const remove = () => step('delete', () => deleteOnce(http, id, openDeletes.has(id)));
  // Nothing of that name was there when it was planned, or what was there is deleted by now.
  const create = () => step('create', () => createField(http, body, new Set(action === 'replace' ? [id] : [])));
  if (action === 'update') return step('update', () => updateField(http, id, body));
  if (action === 'delete') return remove();
  if (action === 'replace') await remove();
  return create();
}

/** Deletes a field. Where an earlier request may have deleted it, a field that is gone is a success. */
async function deleteOnce(http: HttpClient, id: string, mayBeDeleted: boolean): Promise<Applied> {
  try {
    return await deleteField(http, id, true);
  } catch (error) {
    if (mayBeDeleted && error instanceof NotFoundError) return {note: 'deleted before the run was interrupted'};
    throw error;
  }
}

/** The same error, with the command that continues the run. */
function withResume(error: unknown, run: string): unknown {
  if (!(error instanceof BizctlError)) return error;
  const {hint} = error.details;
  return error.with({
    hint: suggest =>
      `${hint === undefined ? '' : `${toText(hint, suggest)} `}Run: ${suggest('fields', 'apply', '--resume', run)}`,
  });
}
