import {closeSync, fstatSync, openSync, readFileSync, readSync} from 'node:fs';
import {only} from '../base/catch-errors.js';
import {LocalError} from '../base/errors.js';
import {describeSystemError, systemCode} from '../base/inspect-error.js';
import {requireFile} from '../system/files/require-file.js';

/**
 * Reads a journal; `undefined` if the file is missing.
 *
 * @throws LocalError when it cannot be read
 */
export function readJournalBytes(path: string): Buffer | undefined {
  return readIfThere(path, () => readFileSync(path));
}

/**
 * Reads the first or the last bytes of a journal, which can be long; `undefined` if the file is missing.
 *
 * @throws LocalError when it cannot be read
 */
export function readJournalPart(path: string, part: 'start' | 'end', maxBytes: number): string | undefined {
  return readIfThere(path, () => {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(maxBytes);
      const position = part === 'start' ? 0 : Math.max(0, fstatSync(file).size - maxBytes);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, maxBytes, position));
    } finally {
      closeSync(file);
    }
  });
}

/** Empty for a journal that cannot be read, such as one of another user: it must not stop the commands of this one. */
export function orEmpty<Content>(read: () => Content): Content | '' {
  try {
    return read();
  } catch (error) {
    return only(LocalError, () => '' as const)(error);
  }
}

function readIfThere<Content>(path: string, read: () => Content): Content | undefined {
  try {
    requireFile(path);
    return read();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new LocalError(`cannot read the journal ${path}: ${describeSystemError(error)}`, {cause: error});
  }
}
