import {randomBytes} from 'node:crypto';
import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {ifPossible} from '../../base/catch-errors.js';
import {writeAll} from './write-all.js';

/**
 * Replaces a file atomically, readable by its owner only. All bytes are on disk before the old file goes; a symlink
 * stays a symlink, and a device or pipe is written to.
 *
 * @throws the error of the operating system; the old file is then unchanged and the temporary one removed
 */
export function writeAtomically(path: string, text: string): void {
  const existing = statSync(path, {throwIfNoEntry: false});
  if (existing && !existing.isFile() && !existing.isDirectory()) {
    // Without a reader, this fails at once, and the next line would wait for one.
    if (existing.isFIFO()) closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
    writeWhole(openSync(path, 'w'), text, () => {});
    return;
  }
  const target = resolveLink(path);
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeWhole(file, text);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, {force: true});
    throw error;
  }
  syncDirectory(dirname(target));
}

/**
 * Removes temporary files that killed processes left next to the file. The caller holds the lock, since another process
 * may be writing.
 */
export function removeLeftovers(path: string): void {
  const target = resolveLink(path);
  for (const name of readdirSync(dirname(target)))
    if (name.startsWith(`${basename(target)}.`) && /\.[0-9a-f]{12}\.tmp$/.test(name))
      rmSync(join(dirname(target), name), {force: true});
}

/** The target of a symlink, also through others and if it does not exist yet; the path itself for anything else. */
export function resolveLink(path: string): string {
  const link = lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink() ? readlinkSync(path) : undefined;
  if (link === undefined) return path;
  return statSync(path, {throwIfNoEntry: false}) ? realpathSync(path) : resolveLink(resolve(dirname(path), link));
}

function writeWhole(file: number, text: string, sync: (file: number) => void = fsyncSync): void {
  try {
    writeAll(file, text);
    sync(file);
  } finally {
    closeSync(file);
  }
}

/** Writes the new name to disk. Ignores systems that cannot sync directories: the file is already replaced. */
function syncDirectory(path: string): void {
  ifPossible(() => {
    const directory = openSync(path, 'r');
    fsyncSync(directory);
    closeSync(directory);
  });
}
