import type {Page} from '../../../api/page.js';
import type {ApiContext} from '../../../app/api-context.js';
import {executeWrites} from '../../../app/execute-writes.js';
import {BizctlError, IncompleteError, InterruptedError, RefusedError} from '../../../base/errors.js';
import {findError} from '../../../base/inspect-error.js';
import {toText} from '../../../base/suggest-command.js';
import {type TableView, withKnown} from '../../../output/view.js';
import {listDeletedIds} from '../../../plan/find-unlisted.js';
import type {JournalEntry} from '../../../plan/journal-entry.js';
import type {Change} from '../../../plan/plan.js';
import type {JournalFile} from '../../../system/files/journal-file.js';
import {printsIds} from '../write/prints-ids.js';
import {type AppliedChange, appliedTable} from './applied-view.js';
import {findDefaultChoices} from './default-choices.js';
import {findRecentRuns} from './find-recent-runs.js';
import {createIntents} from './intents.js';
import {digestOrder} from './own-orders.js';
import {describeChange} from './plan-view.js';
import type {PreparedApply} from './prepare-apply.js';
import {verify} from './verify.js';
import {waitUntilListed} from './wait-until-listed.js';
import {createWriter, type ExecuteOptions} from './write-change.js';

/**
 * Makes the changes of a plan, recording each write before it is sent, and verifies the result.
 *
 * @throws IncompleteError if a change failed or the tenant does not match; InterruptedError
 */
export async function executePlan(
  context: ApiContext,
  {planned, run: resumed, source}: PreparedApply,
  journal: JournalFile,
  options: ExecuteOptions,
): Promise<void> {
  const isShown = source !== 'fleet' && planned.plan.changes.length > 0;
  const at = () => context.now().toISOString();
  const record = (entry: JournalEntry) => journal.append(JSON.stringify(entry));
  const add = (entry: JournalEntry) => journal.add(JSON.stringify(entry));
  const run = planned.meta.id;
  const intents = createIntents(planned.plan.changes, options.concurrency, ({name}) =>
    record({event: 'intent', at: at(), action: 'create', name}),
  );
  const created: string[] = [];
  const earlier = planned.plan.changes.some(isDeletion) ? await findRecentRuns(context) : [];
  const deletedBefore = new Set([...(resumed ? [resumed] : []), ...earlier].flatMap(listDeletedIds));
  const batch = {
    noun: 'changes',
    verb: 'applied',
    nameOf: describeChange,
    concurrency: options.concurrency,
    write: createWriter(
      context,
      planned,
      {record, add, intents, at, created, removed: new Set(), deleted: new Set(), deletedBefore},
      options,
    ),
  };
  try {
    const inputs = planned.plan.changes;
    const failure = await findError(
      executeWrites(context, {...batch, inputs, show: pages => show(context, inputs, pages, isShown)}),
    );
    if (failure instanceof InterruptedError || (failure !== undefined && created.length === 0 && inputs.length === 1))
      throw failure;
    const setDefaults = async () => {
      const defaults = await findDefaultChoices(context, planned, created, resumed);
      if (defaults.length > 0)
        await executeWrites(context, {
          ...batch,
          inputs: defaults,
          show: pages => show(context, defaults, pages, false),
        });
    };
    if (failure !== undefined) {
      // The failure is what the user has to know, whether or not the rest succeeds.
      await findError(setDefaults());
      await findError(waitUntilListed(context, created));
      if (context.signal.aborted) throw context.signal.reason;
      throw failure;
    }
    const hasWritten = inputs.length > 0;
    await afterWrites(hasWritten, 'default choices may not be set', setDefaults);
    const remaining = await afterWrites(hasWritten, 'the result could not be verified', async () => {
      await context.reporter.showProgress('verifying the result…');
      try {
        return await verify(context, planned, created);
      } finally {
        await context.reporter.showProgress(undefined);
      }
    });
    const own_orders = remaining.changes.flatMap(({name}) => digestOrder(planned.desired, name) ?? []);
    await record({event: 'end', at: at(), outcome: 'converged', ...(own_orders.length > 0 ? {own_orders} : {})});
  } catch (error) {
    for (const {name} of intents.cancelled()) add({event: 'cancelled', at: at(), action: 'create', name});
    if (error instanceof BizctlError) await record({event: 'end', at: at(), outcome: error.code});
    throw withResume(error, run);
  }
}

function isDeletion({action}: Change): boolean {
  return action === 'delete' || action === 'replace';
}

/** Shows the results after removing the progress line, or, if `isShown` is false, only waits for the writes. */
async function show(
  context: ApiContext,
  changes: readonly Change[],
  pages: AsyncIterable<Page<AppliedChange>>,
  isShown: boolean,
): Promise<void> {
  const shown = withoutProgress(context, pages);
  if (isShown && printsIds(context)) await context.showLines(listIds(shown), true);
  else if (isShown) await context.showResults(alignBy(changes), shown);
  else {
    await Array.fromAsync(pages);
    await context.reporter.showProgress(undefined);
  }
}

/** The table of results, aligned by the changes and the ids they already have. */
function alignBy(changes: readonly Change[]): TableView<AppliedChange> {
  const ids = changes.flatMap(({id}) => id ?? []);
  return withKnown(appliedTable, {
    action: changes.map(({action}) => action),
    name: changes.map(({name}) => name),
    id: ids,
  });
}

async function* listIds(pages: AsyncIterable<Page<AppliedChange>>): AsyncGenerator<string> {
  for await (const {rows} of pages) yield* rows.flatMap(({id}) => id ?? []);
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

/**
 * Completes a run. Once something was written, a failure leaves the run incomplete, whatever its cause.
 *
 * @param problem what a failure means
 */
async function afterWrites<Value>(hasWritten: boolean, problem: string, step: () => Promise<Value>): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    const isOther = error instanceof BizctlError && !(error instanceof InterruptedError);
    if (!hasWritten || !isOther || error instanceof IncompleteError) throw error;
    throw new IncompleteError(`all writes succeeded, but ${problem}: ${error.message}`, {
      ...error.details,
      cause: error,
    });
  }
}

/** Adds the command that resumes the run to the hint of an error. */
function withResume(error: unknown, run: string): unknown {
  if (!(error instanceof BizctlError)) return error;
  const {hint} = error.details;
  // Resuming would send the same again.
  if (error instanceof RefusedError) return error.with({hint: hint ?? 'Correct the files, then apply them again.'});
  return error.with({
    hint: suggest =>
      `${hint === undefined ? '' : `${toText(hint, suggest)} `}Run: ${suggest('fields', 'apply', '--resume', run)}`,
  });
}
