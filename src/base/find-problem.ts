import {UsageError} from './errors.js';

/** The hint or message of the UsageError that the check throws; `undefined` if it passes. */
export function findProblem(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const {hint} = error.details;
    return typeof hint === 'string' ? hint : error.message;
  }
}
