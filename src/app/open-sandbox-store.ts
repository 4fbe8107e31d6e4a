import {existsSync} from 'node:fs';
import {dirname} from 'node:path';
import type {Context} from '../base/context.js';
import {LocalError} from '../base/errors.js';
import {describeSystemError, isDatabaseLocked, isDiskFull, sqliteCode} from '../base/inspect-error.js';
import {pollUntil} from '../base/poll-until.js';
import {UnusableStateError} from '../sandbox/open-database.js';
import {seedNewStore} from '../sandbox/seed.js';
import {openStore, type Store} from '../sandbox/store.js';

/** SQLITE_NOTADB */
const notADatabase = 26;

export function toSpaceError(file: string, cause?: unknown): LocalError {
  return new LocalError(`cannot write the sandbox state ${file}: no space left`, {
    hint: 'Free some space, or use a file on another disk with --sandbox FILE.',
    cause,
  });
}

export function toLockedError(file: string, cause?: unknown): LocalError {
  return new LocalError(`the sandbox state ${file} is locked by another process`, {
    hint: 'Wait for that process, or use another file with --sandbox FILE.',
    cause,
  });
}

/** How long to wait for another process that has locked the state, in ms. */
const maxWaitMs = 5000;

/** Tries again while another process has locked the state, and returns the last result. */
export function untilUnlocked<Result>(
  {timing: {sleep}, signal}: Pick<Context, 'timing' | 'signal'>,
  attempt: () => Promise<Result>,
  isLocked: (result: Result) => boolean,
): Promise<Result> {
  return pollUntil({timing: {pollMs: [50], sleep}, signal}, attempt, result => !isLocked(result), maxWaitMs);
}

/**
 * Opens the state, and fills a new one with the seed tenant.
 *
 * @throws LocalError naming the file when it cannot be opened; an existing file is never overwritten with an empty
 * state
 */
export async function openSandboxStore(file: string, context: Pick<Context, 'timing' | 'signal'>): Promise<Store> {
  return changeState(file, context, () => openSeeded(file));
}

/**
 * Opens or changes the state once no other process has locked it.
 *
 * @throws LocalError naming the file; InterruptedError
 */
export async function changeState<Value>(
  file: string,
  context: Pick<Context, 'timing' | 'signal'>,
  work: () => Value,
): Promise<Value> {
  const attempt = async () => {
    try {
      return {value: work()};
    } catch (error) {
      return {error};
    }
  };
  const outcome = await untilUnlocked(context, attempt, result => 'error' in result && isDatabaseLocked(result.error));
  if ('error' in outcome) throw toStateError(file, outcome.error);
  return outcome.value;
}

function openSeeded(file: string): Store {
  const store = openStore(file);
  try {
    seedNewStore(store);
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** The error for a state that cannot be opened or written. */
export function toStateError(file: string, error: unknown): LocalError {
  if (isDiskFull(error)) return toSpaceError(file, error);
  if (sqliteCode(error) === notADatabase)
    return new LocalError(`${file} is not a sandbox state file`, {
      hint: 'To use the default sandbox, put other arguments before --sandbox. To use another file, pass --sandbox=FILE.',
      cause: error,
    });
  if (isDatabaseLocked(error)) return toLockedError(file, error);
  const remedy = error instanceof UnusableStateError ? error.remedy : '';
  return new LocalError(`cannot open the sandbox state ${file}: ${describeSystemError(error)}`, {
    hint: existsSync(dirname(file))
      ? `${remedy === '' ? 'Use' : `${remedy}, or use`} another file with --sandbox FILE.`
      : `Create the directory ${dirname(file)} first.`,
    cause: error,
  });
}
