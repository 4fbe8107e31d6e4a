import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {orLocalError} from './or-local-error.js';

/** A file in its own directory, which only the user can open. */
export interface TempFile {
  readonly path: string;
  /** @throws LocalError when the file is gone */
  readonly read: () => string;
  /** Removes the file and its directory. */
  readonly remove: () => void;
}

/** @throws LocalError when the file cannot be written */
export function openTempFile(name: string, text: string): TempFile {
  const path = orLocalError('cannot write the text to edit', () => {
    const created = join(mkdtempSync(join(tmpdir(), 'bizctl-')), name);
    writeFileSync(created, text, {flag: 'wx', mode: 0o600});
    return created;
  });
  return {
    path,
    read: () => orLocalError('cannot read the edited text', () => readFileSync(path, 'utf8')),
    remove: () => rmSync(dirname(path), {recursive: true, force: true}),
  };
}
