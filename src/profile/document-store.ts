import {join} from 'node:path';
import {LocalError, UsageError} from '../base/errors.js';
import {describeSystemError} from '../base/inspect-error.js';
import type {Placed} from '../json/placed.js';
import {readJson} from '../json/read-document.js';
import {adviseOnHome} from '../system/files/find-directories.js';
import {orLocalError, toLocalError} from '../system/files/or-local-error.js';
import {type FileOwner, refuseForeignDirectory, secureFile} from './secure-file.js';

/** A small JSON document of the user's. Reading creates and locks nothing. */
export interface DocumentStore<Stored> {
  readonly path: string;
  /**
   * @throws UsageError when the file is damaged or belongs to another user; the message names the place but quotes
   * no value
   */
  readonly read: () => Promise<Stored>;
  /**
   * Reads, changes and writes under a lock, so that no change of another process is lost.
   *
   * @throws LocalError when it cannot be written; the file is then unchanged
   */
  readonly change: (update: (stored: Stored) => Stored) => Promise<void>;
}

interface StoreLocation extends FileOwner {
  readonly directory: string;
  /** Rejects when the user interrupts it. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export interface DocumentKind<Stored> {
  /** The name of the file, without `.json`. */
  readonly name: string;
  /** The value while there is no file. */
  readonly empty: Stored;
  /** Loads the parser, which nobody needs while there is no file. The parser throws UsageError. */
  readonly loadParser: () => Promise<(document: Placed) => Stored>;
  /** What to do about a damaged file. */
  readonly repair: string;
}

const lockWaitMs = 20_000;
const lockPollMs = 100;
const unchanged = '; nothing was changed';

/** @throws LocalError without a home directory, which conf looks for while it is loaded */
async function loadStoredFile() {
  try {
    return (await import('./stored-file.js')).StoredFile;
  } catch (error) {
    throw new LocalError('no home directory', {hint: adviseOnHome, cause: error});
  }
}

export function createDocumentStore<Stored extends Record<string, unknown>>(
  location: StoreLocation,
  {name, empty, loadParser, repair}: DocumentKind<Stored>,
): DocumentStore<Stored> {
  const path = join(location.directory, `${name}.json`);

  /** @throws UsageError naming file, line and column; without a hint of its own for what is not JSON */
  const readPlaced = (text: string): Placed => {
    try {
      return readJson(text.replace(/^\ufeff/, ''), path, 1);
    } catch (error) {
      throw error instanceof UsageError ? error.with({hint: undefined}) : error;
    }
  };

  const loadFile = async () => {
    const [StoredFile, parse] = await Promise.all([loadStoredFile(), loadParser()]);
    return () => new StoredFile(location.directory, name, text => parse(readPlaced(text)));
  };

  const read = async (): Promise<Stored> => {
    // conf creates a missing directory, and under /proc its mkdir never returns.
    if (!(await secureFile(path, location))) return empty;
    const openFile = await loadFile();
    try {
      return openFile().store;
    } catch (error) {
      if (!(error instanceof UsageError)) throw toLocalError(`cannot read ${path}`, error);
      throw error.details.hint === undefined ? error.with({hint: repair}) : error;
    }
  };

  const lockWhenFree = async (lock: string): Promise<() => void> => {
    const {lockFile, LockedError} = await import('../system/files/lock-file.js');
    for (let waitedMs = 0; ; waitedMs += lockPollMs) {
      try {
        return lockFile(lock);
      } catch (error) {
        const isOver = !(error instanceof LockedError) || waitedMs >= lockWaitMs;
        if (isOver)
          throw new LocalError(`cannot lock ${lock}: ${describeSystemError(error)}${unchanged}`, {cause: error});
      }
      await location.sleep(lockPollMs);
    }
  };

  const change = async (update: (stored: Stored) => Stored): Promise<void> => {
    const [{makeDirectory}, {resolveLink}, openFile] = await Promise.all([
      import('../system/files/make-directory.js'),
      import('../system/files/write-atomically.js'),
      loadFile(),
    ]);
    refuseForeignDirectory(location.directory, location);
    makeDirectory(location.directory, {hint: 'Set BIZCTL_CONFIG_DIR to a writable directory.'});
    // Next to the target of the link, since several links may point at it.
    const lock = orLocalError(`cannot read ${path}`, () => `${resolveLink(path)}.lock`, unchanged);
    const unlock = await lockWhenFree(lock);
    try {
      const changed = update(await read());
      const save = () => {
        openFile().store = changed;
      };
      orLocalError(`cannot save ${path}`, save, unchanged);
    } finally {
      unlock();
    }
  };

  return {path, read, change};
}
