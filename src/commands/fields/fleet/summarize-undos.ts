import {countNouns} from '../../../base/count-nouns.js';
import {type BizctlError, IncompleteError} from '../../../base/errors.js';
import {describeNotTried, type FleetOutcome, listProfiles} from './fleet-outcome.js';
import type {FleetRow} from './fleet-view.js';

/** Sums up what was not undone; `undefined` if nothing is left. */
export function summarizeUndos(
  fleet: string,
  outcomes: readonly FleetOutcome[],
  unreadable: readonly string[],
  toRepeat: string,
): BizctlError | undefined {
  const describe = (wanted: FleetRow['outcome'], what: string) => {
    const names = listProfiles(outcomes, wanted);
    return names.length === 0
      ? []
      : [`${names.length} of ${countNouns(outcomes.length, 'tenant')} ${what}: ${names.join(', ')}`];
  };
  const failed = describe('failed', 'failed');
  const problems = [...failed, ...describe('partly undone', 'could only be undone in part'), ...unreadable];
  if (problems.length === 0) return undefined;
  const what = `${problems.join('; ')}${describeNotTried(outcomes)}`;
  const errors = outcomes.flatMap(({row, error}) => (row.outcome === 'not tried' ? [] : [error]));
  const [first] = errors;
  // All failed alike before the first write: the token was refused, or other commands are writing.
  const haveSameCode = errors.every(error => error?.exitCode === first?.exitCode);
  if (first && !(first instanceof IncompleteError) && unreadable.length === 0 && haveSameCode)
    return first.with({message: `fleet ${fleet} was not undone: ${what}`, hint: toRepeat});
  return toIncomplete(fleet, what, failed.length === 0 ? '' : toRepeat);
}

/** @param toRetry how to undo the rest; empty if nothing but damaged journals is left */
export function toIncomplete(fleet: string, problems: string, toRetry: string): IncompleteError {
  return new IncompleteError(`fleet ${fleet} was not undone completely: ${problems}`, {
    hint: `${toRetry}${toRetry === '' ? '' : ' '}Fields that have changed since, and runs with a damaged journal, are left alone; restore them by hand.`,
  });
}
