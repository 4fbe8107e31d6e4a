import {type ChildProcess, spawn} from 'node:child_process';
import {platform} from 'node:os';
import {InterruptedError, LocalError} from '../base/errors.js';
import {describeSystemError, systemCode} from '../base/inspect-error.js';
import {withShellFallback} from './shell-fallback.js';
import {splitPlainCommand} from './split-plain-command.js';

/**
 * Opens a file in the user's editor and waits until it exits.
 *
 * @param command a shell command line, such as `code --wait`; the path is passed separately
 * @param track called with the editor once it is started
 * @throws LocalError when the editor cannot be started, or exits with an error; InterruptedError when Ctrl-C ends it
 */
export async function startEditor(path: string, command: string, track: (child: ChildProcess) => void): Promise<void> {
  const isWindows = platform() === 'win32';
  // A direct child can be killed when bizctl ends; a shell in between would not pass the signal on.
  const words = splitPlainCommand(command) ?? ['sh', '-c', `${command} "$1"`, 'sh'];
  const cannotStart = (error: unknown) =>
    new LocalError(
      `cannot start the editor ${command}: ${systemCode(error) === 'ENOENT' ? 'command not found' : describeSystemError(error)}`,
      {hint: editorHint, cause: error},
    );
  const start = () => {
    if (isWindows) return spawn(`${command} "${path}"`, {stdio: 'inherit', shell: true});
    try {
      return withShellFallback([...words, path], (program, args) => spawn(program, args, {stdio: 'inherit'}));
    } catch (error) {
      // Errors other than a missing or forbidden file are thrown at once, such as ENOTDIR.
      throw cannotStart(error);
    }
  };
  const child = start();
  track(child);
  const end = await new Promise<number | string>((resolve, reject) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'a signal'));
    child.once('error', error => reject(cannotStart(error)));
  });
  // A shell that runs the editor exits with 130 then.
  if (end === 'SIGINT' || end === 130) throw new InterruptedError();
  if (end !== 0)
    throw new LocalError(
      `the editor ${JSON.stringify(command)} ${typeof end === 'number' ? `exited with code ${end}` : `was killed by ${end}`}; nothing was changed`,
      end === 126 || end === 127 ? {hint: editorHint} : {},
    );
}

const editorHint = 'Set EDITOR to an installed editor.';
