import {statSync} from 'node:fs';

/**
 * Refuses a named pipe in the place of a file: reading it would block forever.
 *
 * @throws Error for anything but a file or a directory; the system itself refuses to read a directory
 */
export function requireFile(path: string): void {
  const found = statSync(path, {throwIfNoEntry: false});
  if (found && !found.isFile() && !found.isDirectory()) throw new Error('it is not a regular file');
}
