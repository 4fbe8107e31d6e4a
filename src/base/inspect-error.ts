import {BizctlError} from './errors.js';

/** The first code of a system error (`ENOSPC`, `ECONNREFUSED`) in the chain of causes. */
export function systemCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof BizctlError) && 'code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

const systemWords = new Map([
  ['EACCES', 'permission denied'],
  ['EADDRINUSE', 'the address is already in use'],
  ['EBADF', 'bad file descriptor'],
  ['EBUSY', 'resource busy'],
  ['EDQUOT', 'disk quota exceeded'],
  ['EEXIST', 'file exists'],
  ['EFBIG', 'file too large'],
  ['EIO', 'input/output error'],
  ['EISDIR', 'is a directory'],
  ['ELOOP', 'too many symbolic links'],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files'],
  ['ENOENT', 'no such file or directory'],
  ['ENOSPC', 'no space left'],
  ['ENOTDIR', 'not a directory'],
  ['ENXIO', 'no such device or address'],
  ['EPERM', 'operation not permitted'],
  ['EPIPE', 'broken pipe'],
  ['EROFS', 'read-only file system'],
]);

/** Describes a system error by its code: `no space left (ENOSPC)`; another error by its message. */
export function describeSystemError(error: unknown): string {
  const code = systemCode(error) ?? '';
  const words = systemWords.get(code);
  if (words !== undefined) return `${words} (${code})`;
  // Node's own codes (ERR_…) say less than its messages.
  return /^E[A-Z0-9]+$/.test(code) ? code : messageOf(error);
}

/** True if another process holds the lock of a database. */
export function isDatabaseLocked(error: unknown): boolean {
  return sqliteCode(error) === 5;
}

/** The primary result code of an SQLite error, such as 5 for SQLITE_BUSY. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  // The low byte of an extended code is the primary one.
  return error.errcode & 0xff;
}

/**
 * True if a write failed for want of space: also for SQLITE_IOERR, which stands for a file size limit, and SQLITE_FULL.
 */
export function isDiskFull(error: unknown): boolean {
  return /^(?:ENOSPC|EDQUOT|EFBIG)$/.test(systemCode(error) ?? '') || [10, 13].includes(sqliteCode(error) ?? 0);
}

/** True if the process, or the machine, may not open more files. */
export function isOutOfFiles(error: unknown): boolean {
  return /^E[MN]FILE$/.test(systemCode(error) ?? '');
}

/** True for a write error caused by the reader closing the pipe. */
export function isBrokenPipe(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
