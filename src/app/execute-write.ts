import type {Page} from '../api/page.js';
import {BizctlError, CancelledWriteError, InterruptedError} from '../base/errors.js';
import type {Message} from '../base/suggest-command.js';

/** The result of one write: the row to show, with an optional note and warning. */
export interface Written<Row> {
  readonly row: Row;
  readonly note?: Message | undefined;
  /** A problem that did not make the write fail. */
  readonly warning?: string | undefined;
}

export interface WriteBatch<Input, Row> {
  /** A plural noun for the inputs: "custom fields". */
  readonly noun: string;
  /** The past participle of the action: "created". */
  readonly verb: string;
  readonly inputs: readonly Input[];
  readonly nameOf: (input: Input) => string;
  /** True if nothing is sent. */
  readonly isDryRun?: boolean;
  readonly concurrency: number;
  /** True to try no others after a failure. */
  readonly isFailFast?: boolean;
  /** How to continue, for a user who quits at once; by default, to look at the list. */
  readonly hintOnQuit?: Message;
  /** How to make what may be missing, after some of several writes had an unknown outcome. */
  readonly hintOnUnknown?: string | undefined;
  readonly write: (input: Input) => Promise<Written<Row>>;
  /** Shows the results, in the order of the inputs. */
  readonly show: (pages: AsyncIterable<Page<Row>>) => Promise<void>;
}

/** How one write ended; `notTried` after an interruption, or a failure with `isFailFast`. */
export type WriteOutcome<Row> =
  | {readonly done: Written<Row>}
  | {readonly failed: BizctlError}
  | {readonly inFlight: true}
  | {readonly notTried: true};

/** Executes one write. An expected failure is part of the outcome; a bug is thrown. */
export async function executeWrite<Input, Row>(
  {write}: WriteBatch<Input, Row>,
  input: Input,
  signal: AbortSignal,
): Promise<WriteOutcome<Row>> {
  if (signal.aborted) return {notTried: true};
  try {
    return {done: await write(input)};
  } catch (error) {
    if (!(error instanceof BizctlError)) throw error;
    if (error instanceof CancelledWriteError) return {notTried: true};
    return error instanceof InterruptedError ? {inFlight: true} : {failed: error};
  }
}
