import {closeSync, existsSync, openSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {UsageError} from '../../base/errors.js';
import {makeDirectory} from './make-directory.js';
import {orLocalError} from './or-local-error.js';

/**
 * Writes files into an empty directory, created if missing. If one fails, all are removed again.
 *
 * @throws UsageError when it is a file or not empty
 * @throws LocalError when a file cannot be written, or has been created in the meantime
 */
export function writeNewFiles(
  directory: string,
  files: Iterable<{readonly name: string; readonly text: string}>,
): void {
  if (existsSync(directory) && !statSync(directory).isDirectory())
    throw new UsageError(`${directory} is a file`, 'Pass a new or empty directory.');
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new UsageError(`${directory} is not empty`, 'Pass a new or empty directory.');
  const created = listMissing(directory);
  makeDirectory(directory, {mode: 0o755});
  const written: string[] = [];
  try {
    for (const {name, text} of files) {
      const file = join(directory, name);
      orLocalError(`cannot write ${file}`, () => {
        const opened = openSync(file, 'wx');
        written.push(file);
        try {
          writeFileSync(opened, text);
        } finally {
          closeSync(opened);
        }
      });
    }
  } catch (error) {
    for (const file of written) rmSync(file, {force: true});
    for (const each of created) if (readdirSync(each).length === 0) rmdirSync(each);
    throw error;
  }
}

/** The directory and those above it that do not exist, from the innermost. */
function listMissing(directory: string): readonly string[] {
  const parent = dirname(directory);
  if (parent === directory || existsSync(directory)) return [];
  return [directory, ...listMissing(parent)];
}
