import {realpathSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {ifPossible} from '../../base/catch-errors.js';

/** The one path of a file that several symlinks may lead to; it need not exist. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  const real = ifPossible(() => realpathSync(absolute));
  if (real !== undefined) return real;
  const directory = dirname(absolute);
  return directory === absolute ? absolute : join(realPath(directory), basename(absolute));
}
