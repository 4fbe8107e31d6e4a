import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {LocalError, messageOf, systemCode} from '../../base/errors.js';

/** A text in a file of its own, in a directory that only the user can look into. */
export interface TempFile {
  readonly path: string;
  /** @throws LocalError when it is gone */
  readonly read: () => string;
  /** Removes it, and the directory around it. */
  readonly remove: () => void;
}

/** @throws LocalError when it cannot be written */
export function openTempFile(name: string, text: string): TempFile {
  const path = orLocalError('cannot write a text to edit', () => {
    const made = join(mkdtempSync(join(tmpdir(), 'bizctl-')), name);
    writeFileSync(made, text, {flag: 'wx', mode: 0o600});
    return made;
  });
  return {
    path,
    read: () => orLocalError('cannot read the text that was edited', () => readFileSync(path, 'utf8')),
    remove: () => rmSync(dirname(path), {recursive: true, force: true}),
  };
}

function orLocalError<Value>(what: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw new LocalError(`${what}: ${systemCode(error) ?? messageOf(error)}`, {cause: error});
  }
}
