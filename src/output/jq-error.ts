import {UsageError} from '../base/errors.js';

/** `halt_error` may print its whole input. */
const maxLength = 300;

/**
 * Extracts jq's error message, without its name, debug output, and positions, which would include the wrapper around
 * the program.
 */
export function describeJqError(stderr: string): string {
  const start = Math.max(0, stderr.lastIndexOf('jq: error'));
  const text = stderr.slice(start, start + 4 * maxLength).replace(/\s*\n\s*/g, ' ');
  const message = text.replace(/^jq: (?:error: |error \(at [^)]*\):? )?/, '').trim();
  // What jq throws after the last input.
  if (message === 'break') return 'no more inputs';
  if (message.startsWith('syntax error')) return describeSyntaxError(message);
  return (
    message
      .replace(/ at <top-level>.*/, '')
      .slice(0, maxLength)
      .toWellFormed() || 'the program stopped with halt_error'
  );
}

/** Names what jq did not expect; at the end of the program, that is the closing bracket of the wrapper. */
function describeSyntaxError(message: string): string {
  const found = /unexpected ([^,]*?)(?:,| at <)/.exec(message)?.[1] ?? '';
  const isWrapper = /^(?:$|'\)'|\)|end of file|INVALID_CHARACTER)/.test(found);
  return isWrapper ? 'syntax error' : `syntax error, unexpected ${found}`;
}

/**
 * Runs jq, which has 256 MB in WebAssembly.
 *
 * @throws UsageError when the memory runs out
 */
export function runInMemory<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isAborted = error.name === 'RuntimeError' || error.message.startsWith('Aborted(');
    if (!isAborted && !(error instanceof RangeError)) throw error;
    throw new UsageError(
      '--jq: not enough memory for this value and program',
      'Use --output ndjson to filter a list one element at a time, or pipe it into jq.',
    );
  }
}
