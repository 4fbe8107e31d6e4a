import type {Page} from '../api/page.js';
import {BizctlError, IncompleteError, InterruptedError, LocalError} from '../base/errors.js';
import {type Message, toText} from '../base/suggest-command.js';
import type {Reporter} from '../output/reporter.js';
import type {ApiContext} from './api-context.js';

/** The result of one write: the row to show, with an optional note and warning. */
export interface Written<Row> {
  readonly row: Row;
  readonly note?: Message | undefined;
  /** Something that will hurt later. */
  readonly warning?: string | undefined;
}

/** Several writes of one kind. */
export interface WriteBatch<Input, Row> {
  /** What is written, in the plural: "custom fields". */
  readonly noun: string;
  /** What happens to them, as a participle: "created". */
  readonly verb: string;
  readonly inputs: readonly Input[];
  /** How a message calls one of them. */
  readonly nameOf: (input: Input) => string;
  readonly concurrency: number;
  readonly write: (input: Input) => Promise<Written<Row>>;
  /** Shows what came of the writes, in the order of the inputs. */
  readonly show: (pages: AsyncIterable<Page<Row>>) => Promise<void>;
}

/** How one write ended. `notTried`: it was interrupted before it began. */
type WriteOutcome<Row> =
  | {readonly done: Written<Row>}
  | {readonly failed: BizctlError}
  | {readonly inFlight: true}
  | {readonly notTried: true};

/**
 * Carries out writes, a few at a time. Failures are reported and the rest continue, even after the reader of the output has gone.
 *
 * @throws the error itself when there was one input; IncompleteError, or an error with the exit code that all failures share, otherwise
 */
export async function executeWrites<Input, Row>(
  {reporter, signal}: Pick<ApiContext, 'reporter' | 'signal'>,
  run: WriteBatch<Input, Row>,
): Promise<void> {
  const {inputs} = run;
  const {default: pMap} = await import('p-map');
  const endings = inputs.map(() => Promise.withResolvers<WriteOutcome<Row>>());
  const writing = pMap(inputs, attempt, {concurrency: run.concurrency});
  let reported = 0;

  async function attempt(input: Input, index: number): Promise<WriteOutcome<Row>> {
    const ending = await executeWrite(run, input, signal);
    endings[index]?.resolve(ending);
    return ending;
  }

  async function* pages(): AsyncGenerator<Page<Row>> {
    while (reported < inputs.length) {
      // A bug in a write rejects `writing`, and must not hang the run.
      const ending = await Promise.race([endings[reported]?.promise, writing.then(all => all[reported])]);
      if (!ending) return;
      await report(run, reported, ending, reporter);
      reported += 1;
      if ('done' in ending) yield {rows: [ending.done.row]};
      else if ('failed' in ending && inputs.length === 1) throw ending.failed;
    }
    // An interrupted list is incomplete.
    if (signal.aborted) throw signal.reason;
  }

  const unshown = await showPages(run, pages());
  const all = await writing;
  // Reported even when the rows could not be shown: the rest was done, and what failed.
  for (const [index, ending] of all.entries()) if (index >= reported) await report(run, index, ending, reporter);
  const problem = summarize(run, all, signal.reason);
  if (problem) throw problem;
  if (unshown instanceof LocalError)
    await reporter.note(`all ${inputs.length} succeeded, but the output could not be written`);
  if (unshown) throw unshown;
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
  ending: WriteOutcome<Row>,
  reporter: Reporter,
): Promise<void> {
  const name = inputs
    .slice(index, index + 1)
    .map(nameOf)
    .join('');
  if ('failed' in ending && inputs.length > 1)
    await reporter.error(ending.failed.with({message: `${name}: ${ending.failed.message}`}));
  if (!('done' in ending)) return;
  const {note} = ending.done;
  if (note !== undefined) await reporter.note(suggest => `${name}: ${toText(note, suggest)}`);
  if (ending.done.warning !== undefined) await reporter.warn(`${name}: ${ending.done.warning}`);
}

/** Resolves to the error when the pages cannot be shown. */
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
  run: WriteBatch<Input, Row>,
  all: readonly WriteOutcome<Row>[],
  reason: unknown,
): BizctlError | undefined {
  const {inputs, noun, verb} = run;
  const failures = all.flatMap(ending => ('failed' in ending ? [ending.failed] : []));
  const inFlight = inputs.filter((_input, index) => 'inFlight' in (all[index] ?? {}));
  const notTried = all.filter(ending => 'notTried' in ending).length;
  const done = all.length - failures.length - inFlight.length - notTried;
  if (reason instanceof InterruptedError && inFlight.length + notTried > 0) {
    const parts = [
      ...(inFlight.length > 0 ? [`may have been ${verb}: ${inFlight.map(run.nameOf).join(', ')}`] : []),
      ...(inputs.length > 1 ? [`succeeded: ${done}, failed: ${failures.length}, not attempted: ${notTried}`] : []),
    ];
    return new InterruptedError(reason.exitCode, [reason.message, ...parts].join('; '));
  }
  const [first] = failures;
  if (!first) return undefined;
  if (inputs.length === 1) return first;
  const message = `${failures.length} of ${inputs.length} ${noun} were not ${verb}`;
  const isSame = done === 0 && failures.every(({exitCode}) => exitCode === first.exitCode);
  if (isSame) return new BizctlError(first.code, first.exitCode, message, {hint: 'Each failure is listed above.'});
  return new IncompleteError(message, {
    hint: done > 0 ? 'The others were. Each failure is listed above.' : 'Each failure is listed above.',
  });
}
