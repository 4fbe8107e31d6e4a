import type {OutputStream} from '../base/output-stream.js';
import {mapStream} from './map-stream.js';

/** What a GitHub Actions runner may take for a command, anywhere in a line: `::name::` and `##[name]`. */
const command = /::|##\[/g;

/** Breaks commands with escapes: visible in text, and the same value in JSON and in double-quoted YAML. */
function breakCommands(text: string): string {
  return text.replace(command, found => (found === '::' ? ':\\u003a' : '#\\u0023['));
}

/** True for text that YAML must double-quote, so that `breakCommands` keeps its value. */
export function hasCommand(text: string): boolean {
  return text.includes('::') || text.includes('##[');
}

/** Keeps a runner from carrying out names and messages of the API as commands. */
export function openInertStream(
  stream: OutputStream,
  env: {readonly [variable: string]: string | undefined},
): OutputStream {
  // The runner reads what is printed, not files.
  return env['GITHUB_ACTIONS'] === 'true' && !stream.isFile ? mapStream(stream, breakCommands) : stream;
}
