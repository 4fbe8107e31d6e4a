import {cpSync, mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {LocalError, messageOf, systemCode} from '../../base/errors.js';

/** A directory for a while, in which other directories begin as copies of one. */
export interface TempDirectory {
  readonly path: (name: string) => string;
  /** Makes one that is empty. */
  readonly begin: (name: string) => void;
  readonly copy: (from: string, to: string) => void;
  readonly remove: () => void;
}

/** @throws LocalError when it cannot be made */
export function openTempDirectory(): TempDirectory {
  try {
    const root = mkdtempSync(join(tmpdir(), 'bizctl-'));
    return {
      path: name => join(root, name),
      begin: name => mkdirSync(join(root, name)),
      copy: (from, to) => cpSync(join(root, from), join(root, to), {recursive: true}),
      remove: () => rmSync(root, {recursive: true, force: true}),
    };
  } catch (error) {
    throw new LocalError(`cannot make a temporary directory: ${systemCode(error) ?? messageOf(error)}`, {cause: error});
  }
}
