import type {CommandContext} from '../../../app/command-context.js';
import {UsageError} from '../../../base/errors.js';
import {type Problem, showRemark} from '../../../plan/plan.js';

/** More would fill the log of a CI job, and nobody reads them. */
const maxReported = 500;

export async function refuseProblems(
  problems: readonly Problem[],
  reporter: CommandContext['reporter'],
): Promise<void> {
  const errors = problems.map(problem => new UsageError(showRemark(problem), problem.hint));
  const [first, second] = errors;
  if (first && !second) throw first;
  for (const error of errors.slice(0, maxReported)) await reporter.error(error);
  if (first)
    throw new UsageError(
      `${errors.length} problems in the fields files${errors.length > maxReported ? ` (first ${maxReported} shown)` : ''}`,
      'Fix them all, then run the command again.',
    );
}
