import {chmodSync, statSync} from 'node:fs';
import {platform} from 'node:os';
import {dirname} from 'node:path';
import {UsageError} from '../base/errors.js';
import {describeSystemError, systemCode} from '../base/inspect-error.js';
import {orLocalError} from '../system/files/or-local-error.js';

export interface FileOwner {
  /** False for a directory that the user named, whose permissions are left alone. */
  readonly isOwnDirectory: boolean;
  readonly uid: number | undefined;
  /** True for root that acts for a user. */
  readonly isSudo: boolean;
  /**
   * Called for a file or directory that others could read; `problem` says why its mode could not be changed.
   */
  readonly onReadable: (path: string, problem: string | undefined) => Promise<void>;
}

const maxBytes = 1024 * 1024;
const groupAndOthers = 0o077;

/**
 * Checks that a file is safe for tokens of this user, and makes it private.
 *
 * @returns false when there is no file
 * @throws UsageError when it is not a file, too large, or owned by another user
 */
export async function secureFile(path: string, {isOwnDirectory, uid, onReadable}: FileOwner): Promise<boolean> {
  const file = orLocalError(`cannot read ${path}`, () => findStats(path));
  if (!file) return false;
  if (file.size > maxBytes) throw new UsageError(`${path} is too large`, 'Move it aside.');
  if (!file.isFile()) throw new UsageError(`${path} is not a file`, 'Move it aside.');
  if (uid !== undefined && file.uid !== uid) throw toForeignError(path);
  if (platform() === 'win32') return true;
  if ((file.mode & groupAndOthers) !== 0) await onReadable(path, restrict(path, 0o600));
  const directory = dirname(path);
  if (isOwnDirectory && (statSync(directory).mode & groupAndOthers) !== 0)
    await onReadable(directory, restrict(directory, 0o700));
  return true;
}

/**
 * Keeps sudo from leaving files in the directory of the user who could not read them. A container often runs as root
 * in a directory of another user.
 *
 * @param directory may be missing, as may its parents
 * @throws UsageError
 */
export function refuseForeignDirectory(directory: string, owner: Pick<FileOwner, 'uid' | 'isSudo'>): void {
  if (owner.uid !== 0 || !owner.isSudo) return;
  const found = orLocalError(`cannot read ${directory}`, () => findStats(directory));
  if (!found && dirname(directory) !== directory) return refuseForeignDirectory(dirname(directory), owner);
  if (found && found.uid !== 0) throw toForeignError(directory);
}

function toForeignError(path: string): UsageError {
  return new UsageError(
    `${path} belongs to another user`,
    'Run bizctl as that user, or keep your own profiles elsewhere with BIZCTL_CONFIG_DIR.',
  );
}

/** Returns why the mode cannot be set, for example on a read-only mount. */
function restrict(path: string, mode: number): string | undefined {
  try {
    chmodSync(path, mode);
    return undefined;
  } catch (error) {
    return describeSystemError(error);
  }
}

function findStats(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}
