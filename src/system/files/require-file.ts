import {statSync} from 'node:fs';

/**
 * Refuses a named pipe in the place of a file, which would block forever.
 *
 * @throws Error for anything that is neither a file nor a directory, which the system refuses itself
 */
export function requireFile(path: string): void {
  const found = statSync(path, {throwIfNoEntry: false});
  if (found && !found.isFile() && !found.isDirectory()) throw new Error('it is not a file');
}
