import {loadJq} from 'jq-wasm/inline';
import {UsageError} from '../errors.js';
import type {Json} from '../json.js';
import {stringifyJson} from '../member-order.js';
import type {ListWriter} from './list-writer.js';
import {toHarmlessJson} from './printable.js';
import type {OutputStream} from './stream.js';
import {pickPaths} from './value.js';

/** A program in the language of jq, the real one. */
export interface JqProgram {
  /**
   * What it makes of these JSON values, as jq prints it: indented, or each result on one line.
   *
   * @throws UsageError with the words of jq when it fails, saying what came out before
   */
  readonly run: (text: string, isCompact: boolean) => {readonly printed: string; readonly failure: Error | undefined};
}

/** @throws UsageError when it is no program: before anything is asked for */
export async function compileJq(expression: string): Promise<JqProgram> {
  const jq = await loadJq();
  // Compiled, and not run. A comment in it ends with its line.
  const check = jq.raw('null', `empty | (\n${expression}\n)`, ['-n']);
  if (check.exitCode !== 0) throw new UsageError(`--jq: ${describe(check.stderr)}`, 'It is a program of jq: .[].name');
  return {
    run: (text, isCompact) => {
      const {stdout, stderr, exitCode} = runOrBreak(() => jq.raw(text, expression, isCompact ? ['-c'] : []));
      const failure =
        exitCode === 0 ? undefined : new UsageError(`--jq: ${describe(stderr)}`, 'What was printed before is right.');
      return {printed: stdout === '' ? '' : `${toHarmlessJson(stdout)}\n`, failure};
    },
  };
}

/**
 * jq in WebAssembly has 256 MB, and breaks when they are full.
 *
 * @throws UsageError then
 */
function runOrBreak<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && error.name === 'RuntimeError')) throw error;
    throw new UsageError(
      'the result is too large for --jq as one value',
      'Take it element by element with --output ndjson.',
    );
  }
}

/** The first line of what jq says, without its own name, and without places that count what was put around the program. */
function describe(stderr: string): string {
  const words = (stderr.split('\n')[0] ?? '').replace(/^jq: (?:error: |error \(at [^)]*\): )?/, '');
  return words.startsWith('syntax error') ? 'syntax error' : words.replace(/ at <top-level>.*/, '');
}

/** Prints what the program makes of one value. */
export async function writeThroughJq(
  jq: JqProgram,
  stdout: OutputStream,
  text: string,
  isCompact = false,
): Promise<void> {
  const {printed, failure} = jq.run(text, isCompact);
  if (printed !== '') await stdout.write(printed);
  if (failure) throw failure;
}

export interface JqSettings {
  readonly jq: JqProgram;
  readonly stdout: OutputStream;
  /** True for the elements of a list one by one, false for the list as one value. */
  readonly isEach: boolean;
  readonly columns: readonly string[] | undefined;
}

/** Elements that are handed to jq at a time: it takes many more, but nothing is printed meanwhile. */
const piece = 1000;

/** A list through jq: as one value when it is complete, or its elements as they come. */
export function createJqWriter<Row>(
  toValue: (row: Row) => Json,
  {jq, stdout, isEach, columns}: JqSettings,
): ListWriter<Row> {
  const texts: string[] = [];
  return {
    write: async rows => {
      const values = rows.map(toValue).map(value => stringifyJson(columns ? pickPaths(value, columns) : value));
      if (!isEach) for (const text of values) texts.push(text);
      else
        for (let start = 0; start < values.length; start += piece)
          await writeThroughJq(jq, stdout, values.slice(start, start + piece).join('\n'), true);
    },
    close: async isComplete => {
      if (!isEach && isComplete) await writeThroughJq(jq, stdout, `[${texts.join(',')}]`);
    },
  };
}
