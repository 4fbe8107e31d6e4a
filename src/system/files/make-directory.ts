import {mkdirSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {LocalError} from '../../base/errors.js';
import {systemCode} from '../../base/inspect-error.js';
import {toLocalError} from './or-local-error.js';

/**
 * Creates a directory and its missing parents one by one, because Node's recursive mkdir never returns under `/proc`.
 *
 * @param options.mode of each directory that is created; existing ones are left alone
 * @param options.hint what to do if it cannot be created
 * @throws LocalError when it cannot be created, or a file has its name
 */
export function makeDirectory(
  path: string,
  options: {readonly mode?: number; readonly hint?: string | undefined} = {},
): void {
  const {mode = 0o700, hint} = options;
  const isDirectory = () => {
    try {
      return statSync(path).isDirectory();
    } catch (error) {
      if (/^(?:ENOENT|ENOTDIR)$/.test(systemCode(error) ?? '')) return false;
      throw error;
    }
  };
  const what = `cannot create the directory ${path}`;
  try {
    if (isDirectory()) return;
    if (dirname(path) !== path) makeDirectory(dirname(path), options);
    mkdirSync(path, {mode});
  } catch (error) {
    if (error instanceof LocalError) throw error;
    if (systemCode(error) !== 'EEXIST') throw toLocalError(what, error, hint);
    // Another process may have created it in the meantime.
    if (!isDirectory()) throw new LocalError(`${what}: a file has that name`, {hint, cause: error});
  }
}
