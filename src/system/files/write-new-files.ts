import {existsSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {LocalError, messageOf, systemCode, UsageError} from '../../base/errors.js';
import {makeDirectory} from './make-directory.js';

/**
 * Writes files into a directory that has none.
 *
 * @throws UsageError when something lies in it, LocalError when a file cannot be written
 */
export function writeNewFiles(
  directory: string,
  files: Iterable<{readonly name: string; readonly text: string}>,
): void {
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new UsageError(`${directory} is not empty`, 'Name a directory that is not there yet.');
  makeDirectory(directory, 0o755);
  for (const {name, text} of files) {
    const file = join(directory, name);
    try {
      writeFileSync(file, text, {flag: 'wx'});
    } catch (error) {
      throw new LocalError(`cannot write ${file}: ${systemCode(error) ?? messageOf(error)}`, {cause: error});
    }
  }
}
