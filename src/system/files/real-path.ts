import {realpathSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {systemCode} from '../../base/inspect-error.js';

/** The one path of a file that several symlinks may lead to; it need not exist. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    const directory = dirname(absolute);
    return directory === absolute ? absolute : join(realPath(directory), basename(absolute));
  }
}
