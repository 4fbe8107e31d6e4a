import type {Page} from '../api/page.js';
import {BizctlError, IncompleteError, InterruptedError} from '../base/errors.js';
import {type Message, toText} from '../base/suggest-command.js';
import type {Reporter} from '../output/reporter.js';
import type {ApiContext} from './api-context.js';
import {createFailureReport, type FailureReport} from './failure-report.js';

/** The result of one write: the row to show, with an optional note and warning. */
export interface Written<Row> {
  readonly row: Row;
  readonly note?: Message | undefined;
  /** Something that may cause trouble later. */
  readonly warning?: string | undefined;
}

/** Several writes of one kind. */
export interface WriteBatch<Input, Row> {
  /** A plural noun for the inputs: "custom fields". */
  readonly noun: string;
  /** The past participle of the action: "created". */
  readonly verb: string;
  readonly inputs: readonly Input[];
  /** The name of an input in messages. */
  readonly nameOf: (input: Input) => string;
  readonly concurrency: number;
  readonly write: (input: Input) => Promise<Written<Row>>;
  /** Shows the results, in the order of the inputs. */
  readonly show: (pages: AsyncIterable<Page<Row>>) => Promise<void>;
}

/** How one write ended; `notTried` after an interruption. */
type WriteOutcome<Row> =
  | {readonly done: Written<Row>}
  | {readonly failed: BizctlError}
  | {readonly inFlight: true}
  | {readonly notTried: true};

/**
 * Executes writes concurrently. Failures are reported and the rest continue, even after the reader of the output has
 * gone.
 *
 * @throws the error itself for a single input; otherwise IncompleteError, or an error with the exit code that all
 * failures share
 */
export async function executeWrites<Input, Row>(
  {reporter, signal}: Pick<ApiContext, 'reporter' | 'signal'>,
  batch: WriteBatch<Input, Row>,
): Promise<void> {
  const {inputs} = batch;
  const {default: pMap} = await import('p-map');
  const outcomes = inputs.map(() => Promise.withResolvers<WriteOutcome<Row>>());
  const writing = pMap(inputs, attempt, {concurrency: batch.concurrency});
  let reported = 0;
  const failures = createFailureReport(reporter);

  async function attempt(input: Input, index: number): Promise<WriteOutcome<Row>> {
    const outcome = await executeWrite(batch, input, signal);
    outcomes[index]?.resolve(outcome);
    return outcome;
  }

  async function* pages(): AsyncGenerator<Page<Row>> {
    while (reported < inputs.length) {
      // A bug in a write rejects `writing`, which must not leave this waiting forever.
      const outcome = await Promise.race([outcomes[reported]?.promise, writing.then(all => all[reported])]);
      if (!outcome) return;
      await report(batch, reported, outcome, reporter, failures);
      reported += 1;
      if ('done' in outcome) yield {rows: [outcome.done.row]};
      else if ('failed' in outcome && inputs.length === 1) throw outcome.failed;
    }
    // Ends the list with an error, so that it is not shown as complete.
    if (signal.aborted) throw signal.reason;
  }

  const displayError = await showPages(batch, pages());
  const all = await writing;
  // The other outcomes are reported even if the rows could not be shown.
  for (const [index, outcome] of all.entries())
    if (index >= reported) await report(batch, index, outcome, reporter, failures);
  await failures.end();
  const problem = summarize(batch, all, signal.reason);
  if (problem) throw problem;
  if (displayError) reporter.deferOutputError(displayError);
  if (reporter.findDeferred())
    await reporter.note(`all ${inputs.length} succeeded, but the output could not be written`);
}

async function executeWrite<Input, Row>(
  {write}: WriteBatch<Input, Row>,
  input: Input,
  signal: AbortSignal,
): Promise<WriteOutcome<Row>> {
  if (signal.aborted) return {notTried: true};
  try {
    return {done: await write(input)};
  } catch (error) {
    if (!(error instanceof BizctlError)) throw error;
    return error instanceof InterruptedError ? {inFlight: true} : {failed: error};
  }
}

async function report<Input, Row>(
  {inputs, nameOf}: WriteBatch<Input, Row>,
  index: number,
  outcome: WriteOutcome<Row>,
  reporter: Reporter,
  failures: FailureReport,
): Promise<void> {
  const name = inputs
    .slice(index, index + 1)
    .map(nameOf)
    .join('');
  if ('failed' in outcome && inputs.length > 1) await failures.add(name, outcome.failed);
  if (!('done' in outcome)) return;
  const {note} = outcome.done;
  if (note !== undefined) await reporter.note(suggest => `${name}: ${toText(note, suggest)}`);
  if (outcome.done.warning !== undefined) await reporter.warn(`${name}: ${outcome.done.warning}`);
}

/** Resolves to the error if the pages cannot be shown. */
async function showPages<Input, Row>(
  {show}: WriteBatch<Input, Row>,
  pages: AsyncIterable<Page<Row>>,
): Promise<Error | undefined> {
  try {
    await show(pages);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function summarize<Input, Row>(
  batch: WriteBatch<Input, Row>,
  all: readonly WriteOutcome<Row>[],
  reason: unknown,
): BizctlError | undefined {
  const {inputs, noun, verb} = batch;
  const failures = all.flatMap(outcome => ('failed' in outcome ? [outcome.failed] : []));
  const inFlight = inputs.filter((_input, index) => 'inFlight' in (all[index] ?? {}));
  const notTried = all.filter(outcome => 'notTried' in outcome).length;
  const done = all.length - failures.length - inFlight.length - notTried;
  if (reason instanceof InterruptedError && inFlight.length + notTried > 0) {
    const parts = [
      ...(inFlight.length > 0 ? [`may have been ${verb}: ${inFlight.map(batch.nameOf).join(', ')}`] : []),
      ...(inputs.length > 1 ? [`succeeded: ${done}, failed: ${failures.length}, not attempted: ${notTried}`] : []),
    ];
    return new InterruptedError(reason.exitCode, [reason.message, ...parts].join('; '));
  }
  const [first] = failures;
  if (!first) return undefined;
  if (inputs.length === 1) return first;
  const unknown = failures.filter(failure => failure instanceof IncompleteError).length;
  const failed = `${failures.length - unknown} of ${inputs.length} ${noun} were not ${verb}`;
  const message =
    unknown === 0
      ? failed
      : failures.length === unknown
        ? `the outcome is unknown for ${unknown} of ${inputs.length} ${noun}`
        : `${failed}, and the outcome is unknown for ${unknown}`;
  const isSame = done === 0 && failures.every(({exitCode}) => exitCode === first.exitCode);
  if (isSame) return new BizctlError(first.code, first.exitCode, message, {hint: 'Each failure is listed above.'});
  return new IncompleteError(message, {
    hint: done > 0 ? 'The others were. Each failure is listed above.' : 'Each failure is listed above.',
  });
}
