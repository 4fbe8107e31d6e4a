import {BizctlError, UsageError} from './errors.js';

/** The first code of a system error (`ENOSPC`, `ECONNREFUSED`) in the chain of causes. */
export function systemCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof BizctlError) && 'code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

/** True for a write error caused by the reader closing the pipe. */
export function isBrokenPipe(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}

/** The hint or message of the UsageError that the check throws; `undefined` when it throws none. */
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

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
