import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {LocalError, messageOf, systemCode} from '../errors.js';

/** A text in a file of its own, in a directory that only the user can look into. */
export interface Draft {
  readonly path: string;
  readonly read: () => string;
  readonly remove: () => void;
}

/** @throws LocalError when it cannot be written */
export function openDraft(name: string, text: string): Draft {
  try {
    const path = join(mkdtempSync(join(tmpdir(), 'bizctl-')), name);
    writeFileSync(path, text, {flag: 'wx', mode: 0o600});
    return {
      path,
      read: () => readFileSync(path, 'utf8'),
      remove: () => rmSync(dirname(path), {recursive: true, force: true}),
    };
  } catch (error) {
    throw new LocalError(`cannot write a text to edit: ${systemCode(error) ?? messageOf(error)}`, {cause: error});
  }
}
