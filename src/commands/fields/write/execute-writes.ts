import type {Page} from '../../../api/page.js';
import {addLastWords} from '../../../app/add-last-words.js';
import type {ApiContext} from '../../../app/api-context.js';
import {executeWrite, type WriteBatch, type WriteOutcome} from '../../../app/execute-write.js';
import {toOutputError} from '../../../app/show-after-writes.js';
import {findError} from '../../../base/catch-errors.js';
import {type BizctlError, HalfDoneError} from '../../../base/errors.js';
import {toText} from '../../../base/suggest-command.js';
import {UnresolvedCreateError} from '../../../http/request-error.js';
import {createFailureReport} from './failure-report.js';
import {adviseToList, countOutcomes, describeOpen, summarizeWrites} from './summarize-writes.js';

const stopping = 'stopping after the writes in progress; press Ctrl-C again to quit now';

/**
 * Executes writes concurrently. Failures are reported and the rest continue, even after the reader of the output has
 * gone.
 *
 * @throws the error itself for a single input; otherwise IncompleteError, or an error with the exit code that all
 * failures share
 */
export async function executeWrites<Input, Row>(
  context: Pick<ApiContext, 'io' | 'reporter' | 'signal' | 'addExitMessage'>,
  batch: WriteBatch<Input, Row>,
): Promise<void> {
  const {io, reporter, signal} = context;
  const {inputs} = batch;
  const isSingle = inputs.length === 1;
  const {default: pMap} = await import('p-map');
  /** Settled as each write ends, so that the rows are shown in the order of the inputs. */
  const outcomes = inputs.map(() => Promise.withResolvers<WriteOutcome<Row>>());
  const ended = inputs.map((): WriteOutcome<Row> | undefined => undefined);
  const inFlight = new Set<Input>();
  /** Those whose reply an interruption has cut off. */
  const cutOff: Input[] = [];
  const halfDone: string[] = [];
  let hasFailed = false;
  /** How many outcomes were reported, from the first. */
  let reported = 0;
  const failures = createFailureReport(reporter);
  const removeLastWords = addLastWords(context, () => {
    const open = describeOpen(batch, [...cutOff, ...inFlight], halfDone);
    if (open.length === 0 && isSingle) return undefined;
    // Writes that have not begun are not tried any more.
    const counts = countOutcomes(
      inputs.map((input, index) => ended[index] ?? (inFlight.has(input) ? undefined : {notTried: true})),
    );
    return {
      parts: [...open, ...(isSingle ? [] : [counts])],
      hint: batch.hintOnQuit ?? (open.length > 0 ? adviseToList : undefined),
    };
  });

  const showStopping = () => {
    // Piped output may end up on the same terminal.
    const canShow = inFlight.size > 0 && (io.stdout.isTerminal || io.stdout.isFile);
    if (canShow) void reporter.showProgress(stopping);
  };
  signal.addEventListener('abort', showStopping, {once: true});

  async function attempt(input: Input, index: number): Promise<WriteOutcome<Row>> {
    inFlight.add(input);
    const outcome =
      batch.isFailFast && hasFailed ? {notTried: true as const} : await executeWrite(batch, input, signal);
    inFlight.delete(input);
    if ('inFlight' in outcome) cutOff.push(input);
    if ('failed' in outcome && outcome.failed instanceof HalfDoneError) halfDone.push(outcome.failed.message);
    hasFailed ||= 'failed' in outcome;
    ended[index] = outcome;
    outcomes[index]?.resolve(outcome);
    return outcome;
  }

  async function report(index: number, outcome: WriteOutcome<Row>): Promise<void> {
    const input = inputs[index];
    const name = input === undefined ? '' : batch.nameOf(input);
    if ('failed' in outcome && !isSingle) await failures.add(name, withoutRepeatHint(batch, outcome.failed));
    if (!('done' in outcome)) return;
    const {note, warning} = outcome.done;
    if (note !== undefined) await reporter.note(suggest => `${name}: ${toText(note, suggest)}`);
    if (warning !== undefined) await reporter.warn(`${name}: ${warning}`);
  }

  async function* pages(): AsyncGenerator<Page<Row>> {
    while (reported < inputs.length) {
      // A bug in a write rejects `writing`, which must not leave this waiting forever.
      const outcome = await Promise.race([outcomes[reported]?.promise, writing.then(all => all[reported])]);
      if (!outcome) return;
      await report(reported, outcome);
      reported += 1;
      // A row must not end up beside the line that says that the writes are stopping.
      if (signal.aborted) await reporter.showProgress(undefined);
      if ('done' in outcome) yield {rows: [outcome.done.row]};
      else if ('failed' in outcome && isSingle) throw outcome.failed;
      if (signal.aborted) showStopping();
    }
    // Ends the list with an error, so that it is not shown as complete.
    if (signal.aborted && (await writing).some(outcome => !('done' in outcome))) throw signal.reason;
  }

  const writing = pMap(inputs, attempt, {concurrency: batch.concurrency});
  const displayError = await findError(batch.show(pages()));
  const all = await writing.finally(() => {
    // After an interruption, a second one may come before the summary was written.
    if (!signal.aborted) removeLastWords();
    signal.removeEventListener('abort', showStopping);
  });
  // The other outcomes are reported even if the rows could not be shown.
  for (const [index, outcome] of all.entries()) if (index >= reported) await report(index, outcome);
  await failures.end();
  const problem = summarizeWrites(batch, all, signal.reason);
  if (problem) throw problem;
  if (displayError) reporter.deferOutputError(batch.isDryRun ? displayError : toOutputError(displayError));
  if (reporter.findDeferred() && !batch.isDryRun)
    await reporter.note(
      `${isSingle ? 'the write' : `all ${inputs.length} writes`} succeeded, but the output could not be written`,
    );
}

/** Leaves out the hint to run the same command again, where the last hint names a better one. */
function withoutRepeatHint<Input, Row>({hintOnUnknown}: WriteBatch<Input, Row>, failure: BizctlError): BizctlError {
  return hintOnUnknown !== undefined && failure instanceof UnresolvedCreateError
    ? failure.with({hint: undefined})
    : failure;
}
