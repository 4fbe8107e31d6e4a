import {fstatSync} from 'node:fs';
import {systemCode} from '../base/inspect-error.js';

export function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch (error) {
    if (systemCode(error) !== undefined) return false;
    throw error;
  }
}
