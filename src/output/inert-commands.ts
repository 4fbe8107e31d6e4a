import type {Context} from '../base/context.js';
import {OutputError} from '../base/errors.js';
import type {OutputStream} from '../base/output-stream.js';
import {mapStream} from './map-stream.js';

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
 * Writes bytes that are not text unchanged, which escapes would damage.
 *
 * @param isInert true if the runner of a CI job may read them
 * @throws OutputError if it could take parts of them for commands
 */
export async function writeBinary(stream: OutputStream, bytes: Uint8Array, isInert: boolean): Promise<void> {
  if (isInert && hasCommand(Buffer.from(bytes).toString('latin1')))
    throw new OutputError('the reply is binary, and a CI runner could take parts of it for commands', {
      hint: 'To keep such a reply, redirect it to a file: > FILE',
    });
  await stream.write(bytes);
}

/** Keeps a runner from carrying out names and messages of the API as commands. */
export function openInertStream(stream: OutputStream, env: Context['env']): OutputStream {
  const isRun = ['GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'].some(variable => env[variable]);
  // The runner reads what is printed, not files.
  return isRun && !stream.isFile ? mapStream(stream, breakCommands) : stream;
}
