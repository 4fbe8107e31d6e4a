import {DatabaseSync} from 'node:sqlite';

/** Thrown when another process holds the lock. */
export class LockedError extends Error {
  override readonly name = 'LockedError';

  constructor(
    /** The process id that the holder wrote into the lock; 0 when it wrote none. */
    readonly holder: number,
  ) {
    super(holder === 0 ? 'another process holds the lock' : `process ${holder} holds the lock`);
  }
}

const busy = 5;

/**
 * Locks a file that is there for nothing else. The lock is SQLite's, so the system releases it however the process ends; without a process id it
 * needs no space on a full disk.
 *
 * @param waitMs how long to wait for another holder, blocking the process
 * @param pid written into the file, so that others can name the holder
 * @returns the function that releases it
 * @throws LockedError when another process still holds it
 */
export function lockFile(path: string, {waitMs = 0, pid}: {waitMs?: number; pid?: number} = {}): () => void {
  const lock = new DatabaseSync(path);
  try {
    // A journal on disk would need space.
    lock.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE`);
    if (pid !== undefined) lock.exec(`PRAGMA user_version = ${pid}; COMMIT; BEGIN IMMEDIATE`);
  } catch (error) {
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === busy;
    const holder = isBusy ? lock.prepare('PRAGMA user_version').get()?.['user_version'] : 0;
    lock.close();
    if (isBusy) throw new LockedError(typeof holder === 'number' ? holder : 0);
    throw error;
  }
  return () => lock.close();
}
