import {closeSync, openSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {sqliteCode} from '../../base/inspect-error.js';

/** Thrown when another process holds the lock. */
export class LockedError extends Error {
  override readonly name = 'LockedError';

  constructor(
    /** The process id in the lock file; 0 when the holder wrote none. */
    readonly holder: number,
  ) {
    super(holder === 0 ? 'another process holds the lock' : `process ${holder} holds the lock`);
  }
}

/** SQLITE_BUSY */
const busy = 5;

/**
 * Locks a file that serves no other purpose. SQLite holds the lock, so the system releases it however the process ends.
 * Without a process id it needs no disk space.
 *
 * @param waitMs how long to wait for another holder; blocks the process
 * @param pid written into the file to name the holder to others
 * @returns the function that releases the lock
 * @throws LockedError when another process still holds the lock
 */
export function lockFile(path: string, {waitMs = 0, pid}: {waitMs?: number; pid?: number} = {}): () => void {
  closeSync(openSync(path, 'a', 0o600));
  const lock = new DatabaseSync(path);
  try {
    // Keeps the journal in memory, so that locking works on a full disk.
    lock.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE`);
    if (pid !== undefined) lock.exec(`PRAGMA user_version = ${pid}; COMMIT; BEGIN IMMEDIATE`);
  } catch (error) {
    const locked = sqliteCode(error) === busy ? new LockedError(readHolder(lock)) : undefined;
    lock.close();
    throw locked ?? error;
  }
  return () => lock.close();
}

/** The process id in the lock; 0 while its holder is writing it. */
function readHolder(lock: DatabaseSync): number {
  try {
    const holder = lock.prepare('PRAGMA user_version').get()?.['user_version'];
    return typeof holder === 'number' ? holder : 0;
  } catch (error) {
    if (sqliteCode(error) === busy) return 0;
    throw error;
  }
}
