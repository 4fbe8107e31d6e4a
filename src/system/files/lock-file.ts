import {closeSync, openSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {ifPossible} from '../../base/catch-errors.js';
import {isDatabaseLocked} from '../../base/inspect-error.js';
import {requireFile} from './require-file.js';

/** Thrown when another process holds the lock. */
export class LockedError extends Error {
  constructor(
    /** The process id of the holder; 0 when it is not known. */
    readonly holder: number,
  ) {
    super(holder === 0 ? 'another process holds the lock' : `process ${holder} holds the lock`);
  }
}

/**
 * Locks a file that serves no other purpose. SQLite holds the lock, so the system releases it however the process ends.
 * It needs no disk space.
 *
 * @param pid written to a file beside it, if there is space, to name the holder to others
 * @returns the function that releases the lock
 * @throws LockedError when another process still holds the lock
 */
export function lockFile(path: string, {pid}: {pid?: number} = {}): () => void {
  requireFile(path);
  closeSync(openSync(path, 'a', 0o600));
  const lock = new DatabaseSync(path);
  try {
    // Keeps the journal in memory, so that locking works on a full disk.
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
  } catch (error) {
    lock.close();
    throw isDatabaseLocked(error) ? new LockedError(readHolder(path)) : error;
  }
  if (pid !== undefined) ifPossible(() => writeFileSync(holderFile(path), String(pid), {mode: 0o600}));
  return () => {
    if (pid !== undefined) rmSync(holderFile(path), {force: true});
    lock.close();
  };
}

/** Kept out of the lock file: writing there takes a second transaction, and the lock is free between the two. */
function holderFile(path: string): string {
  return `${path}.pid`;
}

function readHolder(path: string): number {
  return Number(ifPossible(() => readFileSync(holderFile(path), 'utf8'))) || 0;
}
