import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {orLocalError} from './or-local-error.js';

/** A file in a directory of its own that only the user can open. */
export interface TempFile {
  readonly path: string;
  /** @throws LocalError when it is gone */
  readonly read: () => string;
  /** Removes the file and its directory. */
  readonly remove: () => void;
}

/** @throws LocalError when it cannot be written */
export function openTempFile(name: string, text: string): TempFile {
  const path = orLocalError('cannot write the text to edit', () => {
    const made = join(mkdtempSync(join(tmpdir(), 'bizctl-')), name);
    writeFileSync(made, text, {flag: 'wx', mode: 0o600});
    return made;
  });
  return {
    path,
    read: () => orLocalError('cannot read the edited text', () => readFileSync(path, 'utf8')),
    remove: () => rmSync(dirname(path), {recursive: true, force: true}),
  };
}
