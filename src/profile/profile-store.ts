import {join} from 'node:path';
import {UsageError} from '../base/errors.js';
import {orLocalError, toLocalError} from '../system/files/or-local-error.js';
import {DamagedProfilesError} from './damaged-profiles-error.js';
import {type FileOwner, secureFile} from './secure-file.js';
import type {StoredProfiles} from './stored-profiles.js';

/** The stored profiles. Reading creates and locks nothing. */
export interface ProfileStore {
  readonly path: string;
  /**
   * @throws UsageError when the file is damaged or belongs to another user; the message names path and line but quotes
   * nothing
   */
  readonly read: () => Promise<StoredProfiles>;
  /**
   * Reads, changes and writes under a lock, so that no change of another process is lost.
   *
   * @throws LocalError when it cannot be written; the file is then unchanged
   */
  readonly change: (update: (stored: StoredProfiles) => StoredProfiles) => Promise<void>;
}

export interface StoreLocation extends FileOwner {
  readonly directory: string;
}

export const noProfiles: StoredProfiles = {version: 1, profiles: {}};

const lockWaitMs = 20_000;
const unchanged = '; nothing was changed';

export function createProfileStore(location: StoreLocation): ProfileStore {
  const path = join(location.directory, 'config.json');

  const read = async (): Promise<StoredProfiles> => {
    // conf creates a missing directory, and under /proc its mkdir never returns.
    if (!(await secureFile(path, location))) return noProfiles;
    const {ProfileFile} = await import('./profile-file.js');
    try {
      return new ProfileFile(location.directory).store;
    } catch (error) {
      if (!(error instanceof DamagedProfilesError)) throw toLocalError(`cannot read ${path}`, error);
      throw new UsageError(
        `${path}:${error.line}: ${error.message}`,
        'Repair it, or move it away and log in again. It was not changed.',
      );
    }
  };

  const change = async (update: (stored: StoredProfiles) => StoredProfiles): Promise<void> => {
    const [{makeDirectory}, {lockFile}, {resolveLink}, {ProfileFile}] = await Promise.all([
      import('../system/files/make-directory.js'),
      import('../system/files/lock-file.js'),
      import('../system/files/write-atomically.js'),
      import('./profile-file.js'),
    ]);
    makeDirectory(location.directory);
    // Next to the target of the link, since several links may point at it.
    const lock = `${resolveLink(path)}.lock`;
    const unlock = orLocalError(`cannot lock ${lock}`, () => lockFile(lock, {waitMs: lockWaitMs}), unchanged);
    try {
      const changed = update(await read());
      const save = () => {
        new ProfileFile(location.directory).store = changed;
      };
      orLocalError(`cannot save ${path}`, save, unchanged);
    } finally {
      unlock();
    }
  };

  return {path, read, change};
}
