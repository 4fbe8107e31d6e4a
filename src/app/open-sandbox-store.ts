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

/** How long to wait for another process that has locked the state, in ms. */
const maxWaitMs = 5000;

/**
 * Opens the state, and fills a new one with the seed tenant.
 *
 * @throws LocalError naming the file when it cannot be opened; an existing file is never overwritten with an empty
 * state
 */
export async function openSandboxStore(file: string, context: Pick<Context, 'timing' | 'signal'>): Promise<Store> {
  return withState(file, context, () => openSeeded(file));
}

/**
 * Works with the state once no other process has locked it.
 *
 * @param work is repeated while the state is locked
 * @throws LocalError naming the file; InterruptedError
 */
export async function withState<Value>(
  file: string,
  {timing: {sleep}, signal}: Pick<Context, 'timing' | 'signal'>,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  const attempt = async () => {
    try {
      return {value: await work()};
    } catch (error) {
      return {error};
    }
  };
  const isOver = (result: {readonly error?: unknown}) => !isDatabaseLocked(result.error);
  const outcome = await pollUntil({timing: {pollMs: [50], sleep}, signal}, attempt, isOver, maxWaitMs);
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
function toStateError(file: string, error: unknown): LocalError {
  if (isDiskFull(error))
    return new LocalError(`cannot write the sandbox state ${file}: no space left`, {
      hint: 'Free some space, or use a file on another disk with --sandbox FILE.',
      cause: error,
    });
  if (sqliteCode(error) === notADatabase)
    return new LocalError(`${file} is not a sandbox state file`, {
      hint: 'To use the default sandbox, put other arguments before --sandbox. To use another file, pass --sandbox=FILE.',
      cause: error,
    });
  if (isDatabaseLocked(error))
    return new LocalError(`the sandbox state ${file} is locked by another process`, {
      hint: 'Wait for that process, or use another file with --sandbox FILE.',
      cause: error,
    });
  const remedy = error instanceof UnusableStateError ? error.remedy : '';
  return new LocalError(`cannot open the sandbox state ${file}: ${describeSystemError(error)}`, {
    hint: existsSync(dirname(file))
      ? `${remedy === '' ? 'Use' : `${remedy}, or use`} another file with --sandbox FILE.`
      : `Create the directory ${dirname(file)} first.`,
    cause: error,
  });
}
