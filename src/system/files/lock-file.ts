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

/** The primary result code; the others of its kind have it in their low byte. */
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
    const locked = isBusy(error) ? new LockedError(readHolder(lock)) : undefined;
    lock.close();
    throw locked ?? error;
  }
  return () => lock.close();
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === busy
  );
}

/** The process id in the lock; 0 while its holder is writing it. */
function readHolder(lock: DatabaseSync): number {
  try {
    const holder = lock.prepare('PRAGMA user_version').get()?.['user_version'];
    return typeof holder === 'number' ? holder : 0;
  } catch (error) {
    if (isBusy(error)) return 0;
    throw error;
  }
}
