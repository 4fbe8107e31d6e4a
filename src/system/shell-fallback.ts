import {systemCode} from '../base/inspect-error.js';

/**
 * Starts a program, or a script without a `#!` line by way of the shell, which Node does itself and Bun does not.
 *
 * @param start starts a program with arguments
 */
export function withShellFallback<Child>(
  [program = '', ...args]: readonly string[],
  start: (program: string, args: readonly string[]) => Child,
): Child {
  try {
    return start(program, args);
  } catch (error) {
    if (systemCode(error) !== 'ENOEXEC') throw error;
    return start('sh', ['-c', 'exec "$0" "$@"', program, ...args]);
  }
}
