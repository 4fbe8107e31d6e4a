import {isUtf8} from 'node:buffer';
import {OutputError} from '../base/errors.js';
import type {OutputStream} from '../base/output-stream.js';
import {mapStream, overrideStream} from './map-stream.js';

/**
 * Matches the start of commands of CI runners: `::name::` and `##[name]` of GitHub Actions, `##vso[name]` and `##[name]`
 * of Azure Pipelines, `##teamcity[name]`.
 */
const command = /::|##(?=[\w[])/g;

/** Breaks commands with escapes: visible in text, and the same value in JSON and in double-quoted YAML. */
function breakCommands(text: string): string {
  return text.replace(command, found => (found === '::' ? ':\\u003a' : '#\\u0023'));
}

/** True for text that YAML must double-quote, so that `breakCommands` keeps its value. */
export function hasCommand(text: string): boolean {
  return text.search(command) >= 0;
}

/**
 * Keeps a runner from carrying out names and messages of the API as commands. An escape would damage what is not text.
 *
 * @throws OutputError on writing bytes that are not UTF-8 and contain what may be a command
 */
export function openInertStream(
  stream: OutputStream,
  env: {readonly [variable: string]: string | undefined},
): OutputStream {
  const isRun = ['GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'].some(variable => env[variable]);
  // The runner reads what is printed, not files.
  if (!isRun || stream.isFile) return stream;
  const inert = mapStream(stream, breakCommands);
  return overrideStream(stream, {
    write: async piece => {
      if (typeof piece === 'string' || isUtf8(piece)) return inert.write(piece);
      if (hasCommand(Buffer.from(piece).toString('latin1')))
        throw new OutputError('a CI runner could take parts of the reply, which is not text, for commands', {
          hint: 'Redirect it to a file: > FILE',
        });
      await stream.write(piece);
    },
  });
}
