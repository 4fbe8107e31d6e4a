import {BizctlError} from './errors.js';

/** The first code of a system error (`ENOSPC`, `ECONNREFUSED`) in the chain of causes. */
export function systemCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof BizctlError) && 'code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

/** The primary result code of an SQLite error, such as 5 for SQLITE_BUSY. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  // The low byte of an extended code is the primary one.
  return error.errcode & 0xff;
}

/** True for a write error caused by the reader closing the pipe. */
export function isBrokenPipe(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}

/** Returns the error instead of throwing it, so that other work can be completed first. */
export async function findError(work: Promise<unknown>): Promise<Error | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
