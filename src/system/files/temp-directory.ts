import {cpSync, mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {orLocalError} from './or-local-error.js';

/** A temporary directory whose subdirectories start empty or as copies of each other. */
export interface TempDirectory {
  readonly path: (name: string) => string;
  readonly createSubdirectory: (name: string) => void;
  readonly copy: (from: string, to: string) => void;
  readonly remove: () => void;
}

/** @throws LocalError when the directory cannot be created */
export function openTempDirectory(): TempDirectory {
  const root = orLocalError('cannot create a temporary directory', () => mkdtempSync(join(tmpdir(), 'bizctl-')));
  return {
    path: name => join(root, name),
    createSubdirectory: name => mkdirSync(join(root, name)),
    copy: (from, to) => cpSync(join(root, from), join(root, to), {recursive: true}),
    remove: () => rmSync(root, {recursive: true, force: true}),
  };
}
