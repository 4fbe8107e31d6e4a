import {chmodSync, readFileSync, statSync} from 'node:fs';
import {platform} from 'node:os';
import {join} from 'node:path';
import {LocalError, messageOf, systemCode, UsageError} from '../base/errors.js';
import {DamagedProfilesError, noProfiles, parseStoredProfiles, type StoredProfiles} from './stored-profiles.js';

/** The file of profiles. Reading makes nothing, locks nothing, and does not load conf. */
export interface ProfileStore {
  readonly path: string;
  /** @throws UsageError when the file is damaged or another user's, naming path and line and quoting nothing */
  readonly read: () => Promise<StoredProfiles>;
  /**
   * Reads, changes and writes in one go: of several at a time none is lost.
   *
   * @throws LocalError when it cannot be written; the file is then as it was
   */
  readonly change: (update: (stored: StoredProfiles) => StoredProfiles) => Promise<void>;
}

export interface StoreLocation {
  readonly directory: string;
  /** False for a directory that the user named: its permissions are the user's as well. */
  readonly isOwnDirectory: boolean;
  readonly uid: number | undefined;
  /** Told what others could read, and why that right cannot be taken from them, unless it was. */
  readonly onReadable: (path: string, problem: string | undefined) => Promise<void>;
}

const lockWaitMs = 20_000;
const mostBytes = 1024 * 1024;

export function createProfileStore(place: StoreLocation): ProfileStore {
  const path = join(place.directory, 'config.json');

  const read = async (): Promise<StoredProfiles> => {
    if (!(await secureFile(path, place))) return noProfiles;
    try {
      return parseStoredProfiles(readFileSync(path, 'utf8'));
    } catch (error) {
      if (!(error instanceof DamagedProfilesError))
        throw new LocalError(`cannot read ${path}: ${systemCode(error) ?? messageOf(error)}`, {cause: error});
      throw new UsageError(
        `${path}:${error.line}: ${error.message}`,
        'Mend it, or move it away and log in again. It was left as it is.',
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
    makeDirectory(place.directory);
    // Beside the file itself: several links may point at it.
    const lock = `${resolveLink(path)}.lock`;
    const unlock = orLocalError(`cannot lock ${lock}`, () => lockFile(lock, {waitMs: lockWaitMs}));
    try {
      const changed = update(await read());
      orLocalError(`cannot save ${path}`, () => {
        new ProfileFile(place.directory).store = changed;
      });
    } finally {
      unlock();
    }
  };

  return {path, read, change};
}

function orLocalError<Value>(what: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const code = systemCode(error) ?? '';
    // ERR_… is Node's own: its words say more.
    const reason = /^E[A-Z0-9]+$/.test(code) ? code : messageOf(error);
    throw new LocalError(`${what}: ${reason}; nothing was changed`, {cause: error});
  }
}

const others = 0o077;

/** False when there is no file. What others can read is taken from them, as tokens lie in it. */
async function secureFile(path: string, {directory, isOwnDirectory, uid, onReadable}: StoreLocation): Promise<boolean> {
  const file = orLocalError(`cannot read ${path}`, () => statOrNothing(path));
  if (!file) return false;
  if (file.size > mostBytes)
    throw new UsageError(`${path} is larger than any file of profiles`, 'Move it away, and log in again.');
  if (!file.isFile()) throw new UsageError(`${path} is not a file`, 'Move it away, and log in again.');
  if (uid !== undefined && file.uid !== uid)
    throw new UsageError(
      `${path} belongs to another user`,
      'Run bizctl as that user, or keep your own profiles elsewhere with BIZCTL_CONFIG_DIR.',
    );
  if (platform() === 'win32') return true;
  const open = [
    ...((file.mode & others) === 0 ? [] : [[path, 0o600] as const]),
    ...(isOwnDirectory && ((statOrNothing(directory)?.mode ?? 0) & others) !== 0 ? [[directory, 0o700] as const] : []),
  ];
  for (const [place, mode] of open) await onReadable(place, takeFromOthers(place, mode));
  return true;
}

/** Resolves to the reason why it cannot be done; a mounted secret may be read-only. */
function takeFromOthers(path: string, mode: number): string | undefined {
  try {
    chmodSync(path, mode);
    return undefined;
  } catch (error) {
    return systemCode(error) ?? messageOf(error);
  }
}

function statOrNothing(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}
