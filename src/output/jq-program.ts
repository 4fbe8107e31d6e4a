import {loadJq} from 'jq-wasm/inline';
import {UsageError} from '../base/errors.js';
import {toPrintableJson} from './printable.js';

/** The output of a program, and what ended it early. */
export interface JqResult {
  readonly printed: string;
  readonly failure: Error | undefined;
}

/** A compiled program of jq. */
export interface JqProgram {
  /** Runs it on one JSON text; results are indented, or one line each. */
  readonly run: (text: string, isCompact: boolean) => JqResult;
  /** Runs it on each of the texts, a result a line; ends with the first that fails. */
  readonly runEach: (texts: readonly string[]) => JqResult;
}

/** Runs work that blocks the event loop, so that no signal is handled meanwhile. */
export type Block = <Value>(work: () => Value) => Value;

/** With one of these, the result for an element may depend on its neighbours, or be right only when it is run by itself. */
const crossing = /\b(?:input|inputs|halt|halt_error|debug|stderr|input_line_number)\b/;

/** @throws UsageError for a syntax error, before any request is made */
export async function compileJq(expression: string, block: Block): Promise<JqProgram> {
  const jq = await loadJq();
  // As in jq, an empty program is the identity.
  const program = expression.replace(/#.*$/gm, '').trim() === '' ? '.' : expression;
  const run = (text: string, flags: string[]) => block(() => runInMemory(() => jq.raw(text, program, flags)));
  const check = jq.raw('null', `empty | (\n${program}\n)`, ['-n']);
  if (check.exitCode !== 0)
    throw new UsageError(`--jq: ${describe(check.stderr)}`, 'Pass a jq program, for example: .[].name');

  const runOne = (text: string, isCompact: boolean): JqResult => {
    const {stdout, stderr, exitCode} = run(text, isCompact ? ['-c'] : []);
    const failure =
      exitCode === 0
        ? undefined
        : new UsageError(`--jq: ${describe(stderr)}`, 'The output before this error is valid.');
    return {printed: stdout === '' ? '' : `${toPrintableJson(stdout)}\n`, failure};
  };

  const runOneByOne = (texts: readonly string[]): JqResult => {
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
      // jq continues after an element that fails, and exits as the last one does.
      if (exitCode !== 0 || stderr !== '') return runOneByOne(texts);
      return {printed: stdout === '' ? '' : `${toPrintableJson(stdout)}\n`, failure: undefined};
    },
  };
}

/**
 * jq in WebAssembly has 256 MB.
 *
 * @throws UsageError when they are full
 */
function runInMemory<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && (error.name === 'RuntimeError' || error instanceof RangeError))) throw error;
    throw new UsageError(
      '--jq: not enough memory for this value and program',
      'Use --output ndjson to filter a list one element at a time, or pipe it into jq.',
    );
  }
}

/** The failure in jq's words, without its name, debug output, and positions, which would count what was put around the program. */
function describe(stderr: string): string {
  const words = stderr.slice(Math.max(0, stderr.lastIndexOf('jq: error'))).replace(/\s*\n\s*/g, ' ');
  const plain = words.replace(/^jq: (?:error: |error \(at [^)]*\):? )?/, '').trim();
  if (plain.startsWith('syntax error')) return 'syntax error';
  return plain.replace(/ at <top-level>.*/, '') || 'it was ended by halt_error';
}
