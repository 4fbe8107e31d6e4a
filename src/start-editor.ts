import {spawn} from 'node:child_process';
import {platform} from 'node:os';
import {LocalError} from './errors.js';

/**
 * Opens a file in the user's editor and waits until it is left.
 *
 * @throws LocalError when it cannot be started, or ends with an error
 */
export async function startEditor(path: string, env: {readonly [variable: string]: string | undefined}): Promise<void> {
  const isWindows = platform() === 'win32';
  const command = env['BIZCTL_EDITOR'] || env['VISUAL'] || env['EDITOR'] || (isWindows ? 'notepad' : 'vi');
  // A command line of the shell, such as `code --wait`; the path is no part of it.
  const child = isWindows
    ? spawn(command, [path], {stdio: 'inherit'})
    : spawn('sh', ['-c', `${command} "$1"`, 'sh', path], {stdio: 'inherit'});
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', error =>
      reject(
        new LocalError(`cannot start the editor ${command}: ${error.message}`, {
          hint: 'Set EDITOR to one that there is.',
          cause: error,
        }),
      ),
    );
  });
  if (code !== 0) throw new LocalError(`the editor ${command} ended with ${String(code)}`);
}
