import type {Page} from '../api/pages.js';
import {BizctlError, IncompleteError} from '../errors.js';
import type {Session} from '../session.js';

/** What came of one write: the row to show, and what is worth knowing beside its success. */
export interface Written<Row> {
  readonly row: Row;
  readonly note?: string | undefined;
  /** Something that will hurt later. */
  readonly warning?: string | undefined;
}

/** Several writes of one kind. */
export interface WriteRun<Input, Row> {
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

/**
 * Carries out writes, a few at a time. What fails is named and the rest goes on.
 *
 * @throws the error itself when there was one input; IncompleteError, or an error with the exit code that all failures share, otherwise
 */
export async function runWrites<Input, Row>(
  {talk, context}: Pick<Session, 'talk' | 'context'>,
  run: WriteRun<Input, Row>,
): Promise<void> {
  const {pMapIterable} = await import('p-map');
  const failures: BizctlError[] = [];

  async function attempt(input: Input) {
    try {
      context.signal.throwIfAborted();
      return {input, ...(await run.write(input)), error: undefined};
    } catch (error) {
      if (!(error instanceof BizctlError) || context.signal.aborted) throw error;
      return {input, error};
    }
  }

  async function* pages(): AsyncGenerator<Page<Row>> {
    for await (const done of pMapIterable(run.inputs, attempt, {concurrency: run.concurrency})) {
      if (done.error) {
        if (run.inputs.length === 1) throw done.error;
        failures.push(done.error);
        await talk.error(named(run.nameOf(done.input), done.error));
        continue;
      }
      if (done.note !== undefined) await talk.note(`${run.nameOf(done.input)}: ${done.note}`);
      if (done.warning !== undefined) await talk.warn(`${run.nameOf(done.input)}: ${done.warning}`);
      yield {rows: [done.row], repeated: 0};
    }
  }

  await run.show(pages());
  const [first] = failures;
  if (!first) return;
  const message = `${failures.length} of ${run.inputs.length} ${run.noun} were not ${run.verb}`;
  const isSame = failures.length === run.inputs.length && failures.every(({exitCode}) => exitCode === first.exitCode);
  throw isSame
    ? new BizctlError(first.code, first.exitCode, message)
    : new IncompleteError(message, {hint: 'The others were. Each failure is named above.'});
}

function named(name: string, {code, exitCode, message, details}: BizctlError): BizctlError {
  return new BizctlError(code, exitCode, `${name}: ${message}`, details);
}
