import {closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, writeSync} from 'node:fs';
import {platform} from 'node:os';
import {dirname} from 'node:path';
import {systemCode} from '../errors.js';

/**
 * Replaces a file as a whole or not at all, readable by its owner only. All bytes are on the disk before the old file goes; a link stays a link.
 *
 * @param suffix of the temporary file beside it, different for every run
 * @throws the error of the operating system; the old file is as it was then, and the temporary one gone
 */
export function writeAtomically(path: string, text: string, suffix: string): void {
  const target = resolveLink(path);
  const temporary = `${target}.${suffix}`;
  try {
    writeWhole(temporary, text);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, {force: true});
    throw error;
  }
  syncDirectory(dirname(target));
}

function resolveLink(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return path;
    throw error;
  }
}

function writeWhole(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The new name is on the disk only when its directory is. Windows has no such call. */
function syncDirectory(path: string): void {
  if (platform() === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
