import {mkdirSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {LocalError, systemCode} from '../../base/errors.js';
import {toLocalError} from './or-local-error.js';

/**
 * Makes a directory and those above it one by one, as Node's recursive mkdir never returns under `/proc`.
 *
 * @param mode of each that is made; an existing one keeps its own
 * @throws LocalError when it cannot be made, or a file has its name
 */
export function makeDirectory(path: string, mode = 0o700): void {
  const isThere = () => statSync(path, {throwIfNoEntry: false})?.isDirectory() === true;
  const what = `cannot create the directory ${path}`;
  try {
    if (isThere()) return;
    if (dirname(path) !== path) makeDirectory(dirname(path), mode);
    mkdirSync(path, {mode});
  } catch (error) {
    if (error instanceof LocalError) throw error;
    if (systemCode(error) !== 'EEXIST') throw toLocalError(what, error);
    // Another run may have made it in the meantime.
    if (!isThere()) throw new LocalError(`${what}: a file has that name`, {cause: error});
  }
}
