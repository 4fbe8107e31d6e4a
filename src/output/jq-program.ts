import {loadJq} from 'jq-wasm/inline';
import type {Context} from '../base/context.js';
import {UsageError} from '../base/errors.js';
import {describeJqError, runInMemory} from './jq-error.js';
import {toPrintableJson} from './printable.js';

export interface JqResult {
  readonly output: string;
  readonly failure: Error | undefined;
}

export interface JqProgram {
  /** Runs it on one JSON text. Results are indented, or one per line for an element of a list. */
  readonly run: (text: string, isElement: boolean) => JqResult;
  /** Runs it on each text, with one result per line; stops at the first failure. */
  readonly runEach: (texts: readonly string[]) => JqResult;
}

/** Precedes each input and result with `--seq`; JSON has it only as an escape. */
const separator = '\u001e';

/** Formats one result; strings are decoded here because the library trims what jq prints. */
function showRaw(result: string): string {
  const text = result.trim();
  return `${text.startsWith('"') ? String(JSON.parse(text)) : toPrintableJson(text)}\n`;
}

const escapes = /\\(?:u(d[89ab]..)(\\ud[c-f]..)?|u(d[c-f]..)|.)/gi;

/**
 * Replaces what encodes half of a surrogate pair by U+FFFD. jq refuses a string with a high half alone; with `--seq` it
 * would skip the rest of that text.
 */
function withoutHalfPairs(json: string): string {
  const text = json.toWellFormed();
  if (!/\\ud/i.test(text)) return text;
  return text.replace(escapes, (escape: string, high?: string, low?: string, lowAlone?: string) =>
    (high !== undefined && low === undefined) || lowAlone !== undefined ? '\\ufffd' : escape,
  );
}

/**
 * With these builtins, the result for one element may depend on the others, so each element needs its own run of jq.
 */
const crossElementBuiltins = /\b(?:input|inputs|halt|halt_error|debug|stderr|input_line_number)\b/;

/** A jq program and its input. */
export interface JqSettings extends Pick<Context, 'withDefaultSignals'> {
  readonly expression: string;
  /** `--raw`: prints strings as they are. */
  readonly isRaw: boolean;
  /** For `$ENV` and `env`; without secrets. */
  readonly env: Context['env'];
}

/** @throws UsageError for a syntax error */
export async function compileJq({expression, isRaw, env, withDefaultSignals}: JqSettings): Promise<JqProgram> {
  const jq = await loadJq();
  // An empty program is the identity, as in jq.
  const program = expression.replace(/#.*$/gm, '').trim() === '' ? '.' : expression;
  // WebAssembly has an environment of its own.
  const withEnv = `$environment as $ENV | def env: $ENV; (\n${program}\n)`;
  const always = ['--argjson', 'environment', JSON.stringify(env), ...(isRaw ? ['--seq'] : [])];
  const [first, between] = isRaw ? [separator, `\n${separator}`] : ['', '\n'];
  const run = (text: string, flags: string[]) =>
    withDefaultSignals(() => runInMemory(() => jq.raw(first + withoutHalfPairs(text), withEnv, [...always, ...flags])));
  const show = (stdout: string) => {
    if (isRaw) return stdout.split(separator).slice(1).map(showRaw).join('');
    return stdout === '' ? '' : `${toPrintableJson(stdout)}\n`;
  };
  // jq computes constants when it compiles.
  const check = withDefaultSignals(() => runInMemory(() => jq.raw('null', `empty | ${withEnv}`, [...always, '-n'])));
  if (check.exitCode !== 0)
    throw new UsageError(`--jq: ${describeJqError(check.stderr)}`, 'Fix the program, for example: .[].name');

  const runOne = (text: string, isElement: boolean): JqResult => {
    const {stdout, stderr, exitCode} = run(text, isElement ? ['-c'] : []);
    const advice =
      isElement && /^[\s(]*\.\[\s*\]/.test(program)
        ? 'The program gets one row at a time: omit the leading ".[]"'
        : 'Fix the program';
    const failure =
      exitCode === 0
        ? undefined
        : new UsageError(
            `--jq: ${describeJqError(stderr)}`,
            `${advice}${stdout === '' ? '' : '; the output so far is valid'}.`,
          );
    return {output: show(stdout), failure};
  };

  const runOneByOne = (texts: readonly string[]): JqResult => {
    let output = '';
    for (const text of texts) {
      const result = runOne(text, true);
      output += result.output;
      if (result.failure) return {output, failure: result.failure};
    }
    return {output, failure: undefined};
  };

  return {
    run: runOne,
    runEach: texts => {
      if (crossElementBuiltins.test(program)) return runOneByOne(texts);
      const {stdout, stderr, exitCode} = run(texts.join(between), ['-c']);
      // jq continues after an element that fails, and its exit code is that of the last element.
      if (exitCode !== 0 || stderr !== '') return runOneByOne(texts);
      return {output: show(stdout), failure: undefined};
    },
  };
}
