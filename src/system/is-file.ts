import {fstatSync} from 'node:fs';
import {ifPossible} from '../base/catch-errors.js';

export function isFile(fd: number): boolean {
  return ifPossible(() => fstatSync(fd).isFile()) ?? false;
}
