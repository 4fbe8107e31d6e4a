import {type ChildProcess, spawn} from 'node:child_process';
import {platform} from 'node:os';
import {LocalError} from '../base/errors.js';

interface EditorPlace {
  readonly env: {readonly [variable: string]: string | undefined};
  readonly track: (child: ChildProcess) => void;
}

/**
 * Opens a file in the user's editor and waits until it is left.
 *
 * @throws LocalError when it cannot be started, or ends with an error
 */
export async function startEditor(path: string, {env, track}: EditorPlace): Promise<void> {
  const isWindows = platform() === 'win32';
  // A command line of the shell, such as `code --wait`; the path is passed separately.
  const command = env['BIZCTL_EDITOR'] || env['VISUAL'] || env['EDITOR'] || (isWindows ? 'notepad' : 'vi');
  // Without a shell in between it can be ended, when bizctl is.
  const [program = '', ...args] = command.trim().split(/ +/);
  const isPlain = /^[\w./+-]+(?: +[\w./+=-]+)*$/.test(command.trim());
  const child = isWindows
    ? spawn(`${command} "${path}"`, {stdio: 'inherit', shell: true})
    : isPlain
      ? spawn(program, [...args, path], {stdio: 'inherit'})
      : spawn('sh', ['-c', `${command} "$1"`, 'sh', path], {stdio: 'inherit'});
  track(child);
  const end = await new Promise<number | string>((resolve, reject) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'no exit code'));
    child.once('error', error =>
      reject(new LocalError(`cannot start the editor ${command}: ${error.message}`, {hint: missing, cause: error})),
    );
  });
  if (end !== 0)
    throw new LocalError(`the editor ${command} ended with ${end}`, end === 126 || end === 127 ? {hint: missing} : {});
}

const missing = 'Set EDITOR to an installed editor.';
