import {loadJq} from 'jq-wasm/inline';
import {UsageError} from '../base/errors.js';
import type {OutputStream} from '../base/output-stream.js';
import type {Json} from '../json/json.js';
import {stringifyJson} from '../json/member-order.js';
import type {ListWriter} from './list-writer.js';
import {toHarmlessJson} from './printable.js';
import {pickPaths} from './value.js';

/** What a program has made of its input, as far as it came. */
interface Result {
  readonly printed: string;
  readonly failure: Error | undefined;
}

/** A program in the language of jq, the real one. */
export interface JqProgram {
  /** What it makes of one JSON value, as jq prints it: indented, or each result on one line. */
  readonly run: (text: string, isCompact: boolean) => Result;
  /** What it makes of each of these values, a result a line; it ends with the first that fails. */
  readonly runEach: (texts: readonly string[]) => Result;
}

/** Runs work during which nothing else can happen, not even a signal be heard. */
export type Block = <Value>(work: () => Value) => Value;

/** In a program with one of these, what becomes of an element may depend on those before and after it, or show only if it is run by itself. */
const crossing = /\b(?:input|inputs|halt|halt_error|debug|stderr|input_line_number)\b/;

/** @throws UsageError when it is no program: before anything is asked for */
export async function compileJq(expression: string, block: Block): Promise<JqProgram> {
  const jq = await loadJq();
  // As jq has it, no program is the one that changes nothing. A comment ends with its line.
  const program = expression.replace(/#.*$/gm, '').trim() === '' ? '.' : expression;
  const run = (text: string, flags: string[]) => block(() => runInMemory(() => jq.raw(text, program, flags)));
  const check = jq.raw('null', `empty | (\n${program}\n)`, ['-n']);
  if (check.exitCode !== 0) throw new UsageError(`--jq: ${describe(check.stderr)}`, 'It is a program of jq: .[].name');

  const runOne = (text: string, isCompact: boolean): Result => {
    const {stdout, stderr, exitCode} = run(text, isCompact ? ['-c'] : []);
    const failure =
      exitCode === 0 ? undefined : new UsageError(`--jq: ${describe(stderr)}`, 'What was printed before is right.');
    return {printed: stdout === '' ? '' : `${toHarmlessJson(stdout)}\n`, failure};
  };

  const runOneByOne = (texts: readonly string[]): Result => {
    let printed = '';
    for (const text of texts) {
      const result = runOne(text, true);
      printed += result.printed;
      if (result.failure) return {printed, failure: result.failure};
    }
    return {printed, failure: undefined};
  };

  return {
    run: runOne,
    runEach: texts => {
      if (crossing.test(program)) return runOneByOne(texts);
      const {stdout, stderr, exitCode} = run(texts.join('\n'), ['-c']);
      // jq goes on after an element that fails, and ends as the last one does.
      if (exitCode !== 0 || stderr !== '') return runOneByOne(texts);
      return {printed: stdout === '' ? '' : `${toHarmlessJson(stdout)}\n`, failure: undefined};
    },
  };
}

/**
 * jq in WebAssembly has 256 MB, and breaks when they are full.
 *
 * @throws UsageError then
 */
function runInMemory<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && (error.name === 'RuntimeError' || error instanceof RangeError))) throw error;
    throw new UsageError(
      '--jq: there is not memory enough for this value and this program',
      'Take a list element by element with --output ndjson, or pipe it into jq.',
    );
  }
}

/** What jq says of the failure, without its own name, without places that count what was put around the program, and without what it was told to show on the way. */
function describe(stderr: string): string {
  const words = stderr.slice(Math.max(0, stderr.lastIndexOf('jq: error'))).replace(/\s*\n\s*/g, ' ');
  const plain = words.replace(/^jq: (?:error: |error \(at [^)]*\):? )?/, '').trim();
  if (plain.startsWith('syntax error')) return 'syntax error';
  return plain.replace(/ at <top-level>.*/, '') || 'it was ended by halt_error';
}

/** Prints what the program makes of one value. */
export async function writeThroughJq(
  jq: JqProgram,
  stdout: OutputStream,
  text: string,
  isCompact = false,
): Promise<void> {
  await print(stdout, jq.run(text, isCompact));
}

async function print(stdout: OutputStream, {printed, failure}: Result): Promise<void> {
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
const mostElements = 1000;
const mostCharacters = 1_000_000;

/** The texts in pieces that jq takes well. */
function* cutUp(texts: readonly string[]): Generator<readonly string[]> {
  let piece: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (piece.length === mostElements || (piece.length > 0 && characters + text.length > mostCharacters)) {
      yield piece;
      [piece, characters] = [[], 0];
    }
    piece.push(text);
    characters += text.length;
  }
  if (piece.length > 0) yield piece;
}

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
      else for (const piece of cutUp(values)) await print(stdout, jq.runEach(piece));
    },
    close: async isComplete => {
      if (!isEach && isComplete) await print(stdout, jq.run(`[${texts.join(',')}]`, false));
    },
  };
}
