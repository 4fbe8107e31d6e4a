import type {WriteBatch, WriteOutcome} from '../../../app/execute-write.js';
import {listFirst} from '../../../base/and-more.js';
import {
  type BizctlError,
  HalfDoneError,
  IncompleteError,
  InterruptedError,
  PartlyRefusedError,
  RefusedError,
} from '../../../base/errors.js';
import type {Message} from '../../../base/suggest-command.js';

/** Removes details that apply to a single request only. */
const summary = {
  retryable: undefined,
  status: undefined,
  method: undefined,
  path: undefined,
  request_id: undefined,
  isSummary: true,
};

function isUnknown(failure: BizctlError): boolean {
  return failure instanceof IncompleteError && !(failure instanceof HalfDoneError);
}

/** True for a write that may have been carried out. */
function mayHaveSucceeded<Row>(outcome: WriteOutcome<Row> | undefined): boolean {
  return outcome !== undefined && ('inFlight' in outcome || ('failed' in outcome && isUnknown(outcome.failed)));
}

function describeFailures<Input, Row>(
  {inputs, noun, verb, isDryRun = false}: WriteBatch<Input, Row>,
  failures: readonly BizctlError[],
): string {
  const total = `${inputs.length} ${noun}`;
  const unknown = failures.filter(isUnknown).length;
  const refused = failures.length - unknown;
  if (refused === 0) return `the outcome is unknown for ${unknown} of ${total}`;
  const wasNot = refused === 1 ? 'was not' : 'were not';
  const failed = `${refused} of ${total} ${isDryRun ? 'would not be' : wasNot} ${verb}`;
  return unknown === 0 ? failed : `${failed}, and the outcome is unknown for ${unknown}`;
}

/** Advice for a write whose reply was not awaited. */
export const adviseToList: Message = suggest =>
  `The write may still go through. In a few seconds, run: ${suggest('fields', 'list')}`;

/**
 * Says what an interruption leaves behind: the inputs that may have been written, and what is known of those whose
 * first request alone was carried out.
 */
export function describeOpen<Input, Row>(
  {verb, nameOf}: Pick<WriteBatch<Input, Row>, 'verb' | 'nameOf'>,
  inputs: readonly Input[],
  halfDone: readonly string[],
): readonly string[] {
  return [...(inputs.length > 0 ? [`may have been ${verb}: ${inputs.map(nameOf).join(', ')}`] : []), ...halfDone];
}

/** How many writes ended in which way: `succeeded: 1, failed: 0, not tried: 2`. */
export function countOutcomes<Row>(all: readonly (WriteOutcome<Row> | undefined)[]): string {
  const done = all.filter(outcome => outcome && 'done' in outcome).length;
  const failed = all.filter(outcome => outcome && 'failed' in outcome && !mayHaveSucceeded(outcome)).length;
  const notTried = all.filter(outcome => outcome && 'notTried' in outcome).length;
  return `succeeded: ${done}, failed: ${failed}, not tried: ${notTried}`;
}

function toInterruptedError<Input, Row>(
  batch: WriteBatch<Input, Row>,
  all: readonly WriteOutcome<Row>[],
  reason: InterruptedError,
): InterruptedError {
  const {inputs} = batch;
  const open = inputs.filter((_input, index) => mayHaveSucceeded(all[index]));
  const failed = all.flatMap(outcome =>
    'failed' in outcome && !mayHaveSucceeded(outcome) ? [outcome.failed.message] : [],
  );
  const single = all.some(outcome => 'done' in outcome) ? ['the write succeeded'] : failed;
  const parts = [...describeOpen(batch, open, []), ...(inputs.length > 1 ? [countOutcomes(all)] : single)];
  return new InterruptedError(reason.exitCode, [reason.message, ...parts].join('; '), {
    hint: open.length > 0 ? adviseToList : undefined,
  });
}

const maxNamed = 10;

/** Returns the error that sums up the failures or the interruption; `undefined` if all succeeded. */
export function summarizeWrites<Input, Row>(
  batch: WriteBatch<Input, Row>,
  all: readonly WriteOutcome<Row>[],
  reason: unknown,
): BizctlError | undefined {
  const {inputs, isDryRun = false} = batch;
  const failures = all.flatMap(outcome => ('failed' in outcome ? [outcome.failed] : []));
  const notTried = inputs.filter((_input, index) => 'notTried' in (all[index] ?? {})).map(batch.nameOf);
  const done = all.filter(outcome => 'done' in outcome).length;
  if (reason instanceof InterruptedError && (!isDryRun || done < all.length))
    return isDryRun ? reason : toInterruptedError(batch, all, reason);
  const [first] = failures;
  if (!first) return undefined;
  if (inputs.length === 1) return first;
  const ended = describeFailures(batch, failures);
  const isWhole = notTried.length === 0;
  const message = isWhole ? ended : `${ended}; not tried: ${listFirst(notTried, maxNamed)}`;
  const isSame = done === 0 && failures.every(({exitCode}) => exitCode === first.exitCode);
  const advice = failures.some(isUnknown) ? (batch.hintOnUnknown ?? []) : [];
  const hints = ['The causes are listed above.'].concat(advice);
  // The class decides what a caller suggests.
  if (isSame) return first.with({...summary, message, hint: hints.join(' ')});
  const isRefused = failures.every(failure => failure instanceof RefusedError);
  const others = done === 1 ? 'other' : 'others';
  if (done > 0 && isWhole) hints.unshift(isDryRun ? `The ${others} would be sent.` : `The API accepted the ${others}.`);
  return new (isRefused ? PartlyRefusedError : IncompleteError)(message, {isSummary: true, hint: hints.join(' ')});
}
