import {DatabaseSync} from 'node:sqlite';

/** Thrown when another server holds the state. */
export class LockedStateError extends Error {
  override readonly name = 'LockedStateError';
}

const busy = 5;

/**
 * Holds the state for one server. The lock is SQLite's own on a file beside the state, so the system lets go of it however the process
 * ends; the process id in it can be read meanwhile.
 *
 * @returns what lets go of it
 * @throws LockedStateError naming the process that holds it
 */
export function lockState(file: string, pid: number): () => void {
  if (file === ':memory:') return () => {};
  const lock = new DatabaseSync(`${file}.lock`);
  try {
    lock.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${pid}; COMMIT; BEGIN IMMEDIATE`);
  } catch (error) {
    const holder = lock.prepare('PRAGMA user_version').get()?.['user_version'];
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy)
      throw new LockedStateError(`${file} is served by process ${String(holder)} already`);
    throw error;
  }
  return () => lock.close();
}
