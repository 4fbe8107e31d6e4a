import {mkdirSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {LocalError, messageOf, systemCode} from '../../base/errors.js';

/**
 * Makes the directory and those above it, one by one: under `/proc`, Node's own recursive way goes on for ever.
 *
 * @param mode of each that is made; what is there already keeps its own
 * @throws LocalError when it cannot be made, or a file stands in its place
 */
export function makeDirectory(path: string, mode = 0o700): void {
  try {
    if (statSync(path, {throwIfNoEntry: false})?.isDirectory()) return;
    if (dirname(path) !== path) makeDirectory(dirname(path), mode);
    mkdirSync(path, {mode});
  } catch (error) {
    if (error instanceof LocalError) throw error;
    // Another run may have made it in between.
    if (systemCode(error) === 'EEXIST' && statSync(path, {throwIfNoEntry: false})?.isDirectory()) return;
    const reason = systemCode(error) === 'EEXIST' ? 'a file stands there' : (systemCode(error) ?? messageOf(error));
    throw new LocalError(`cannot make the directory ${path}: ${reason}`, {cause: error});
  }
}
