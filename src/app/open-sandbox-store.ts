import {existsSync} from 'node:fs';
import {dirname} from 'node:path';
import {LocalError} from '../base/errors.js';
import {describeSystemError, isDatabaseLocked, isDiskFull, sqliteCode} from '../base/inspect-error.js';
import {UnusableStateError} from '../sandbox/open-database.js';
import {seedNewStore} from '../sandbox/seed.js';
import {openStore, type Store} from '../sandbox/store.js';

/** SQLITE_NOTADB */
const notADatabase = 26;

export function noSpace(file: string, cause?: unknown): LocalError {
  return new LocalError(`cannot write the sandbox state ${file}: no space left`, {
    hint: 'Free some space, or use a file on another disk with --sandbox FILE.',
    cause,
  });
}

export function lockedState(file: string, cause?: unknown): LocalError {
  return new LocalError(`the sandbox state ${file} is locked by another process`, {
    hint: 'Wait for that process, or use another file with --sandbox FILE.',
    cause,
  });
}

/**
 * Opens the state, and fills a new one with the seed tenant.
 *
 * @throws LocalError naming the file when it cannot be opened; an existing file is never overwritten with an empty
 * state
 */
export async function openSandboxStore(file: string): Promise<Store> {
  try {
    const store = openStore(file);
    seedNewStore(store);
    return store;
  } catch (error) {
    throw toStateError(file, error);
  }
}

/** The error for a state that cannot be opened or written. */
export function toStateError(file: string, error: unknown): LocalError {
  if (isDiskFull(error)) return noSpace(file, error);
  if (sqliteCode(error) === notADatabase)
    return new LocalError(`${file} is not a sandbox state file`, {
      hint: 'Use another file with --sandbox FILE.',
      cause: error,
    });
  if (isDatabaseLocked(error)) return lockedState(file, error);
  const remedy = error instanceof UnusableStateError ? error.remedy : '';
  return new LocalError(`cannot open the sandbox state ${file}: ${describeSystemError(error)}`, {
    hint: existsSync(dirname(file))
      ? `${remedy === '' ? 'Use' : `${remedy}, or use`} another file with --sandbox FILE.`
      : `Create the directory ${dirname(file)} first.`,
    cause: error,
  });
}
