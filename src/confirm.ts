import {createInterface} from 'node:readline/promises';
import type {Confirm} from './context.js';
import {GuardError, InterruptedError} from './errors.js';

/** More than these would push the question off the screen. */
const mostThings = 12;
const longestThing = 300;

/**
 * Asks on one stream and reads the answer from another: `y` or `yes` and Enter is yes; `n`, `no`, just Enter and the end of the
 * input are no; all else is asked again.
 */
export function createConfirm(
  input: () => NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): Confirm {
  return async (question, things) => {
    const lines = things.slice(0, mostThings).map(thing => `  ${cut(thing)}\n`);
    if (things.length > mostThings) lines.push(`  and ${things.length - mostThings} more\n`);
    output.write(lines.join(''));
    for (;;) {
      const answer = await askLine(`${question} [y/N] `, input(), output, signal);
      if (/^\s*y(es)?\s*$/i.test(answer)) return;
      if (/^\s*(no?)?\s*$/i.test(answer)) throw new GuardError('it was not confirmed, nothing was changed');
      output.write('Please answer y or n.\n');
    }
  };
}

/** The beginning and the end: what tells a thing apart, such as its id, stands at its end. */
function cut(thing: string): string {
  const characters = Array.from(thing);
  if (characters.length <= longestThing) return thing;
  return `${characters.slice(0, longestThing - 60).join('')} ... ${characters.slice(-60).join('')}`;
}

/** One line; empty when the input ends without one. */
async function askLine(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<string> {
  const reader = createInterface({input, output, terminal: true});
  const interrupted = new AbortController();
  reader.once('SIGINT', () => interrupted.abort(new InterruptedError()));
  const leave = (_text: unknown, key: {readonly name?: string} | undefined) => {
    if (key?.name === 'escape') reader.close();
  };
  input.on('keypress', leave);
  let isAnswered = false;
  reader.once('line', () => {
    isAnswered = true;
  });
  const ended = new Promise<string>(resolve => reader.once('close', () => resolve('')));
  const either = AbortSignal.any([signal, interrupted.signal]);
  try {
    return await Promise.race([reader.question(question, {signal: either}), ended]);
  } catch (error) {
    either.throwIfAborted();
    throw error;
  } finally {
    input.off('keypress', leave);
    reader.close();
    if (!isAnswered) output.write('\n');
  }
}
