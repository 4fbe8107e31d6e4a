import {createInterface} from 'node:readline/promises';
import {Writable} from 'node:stream';
import {InterruptedError} from '../../base/errors.js';

/** Where is asked and answered. */
export interface PromptTerminal {
  readonly openInput: () => NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
}

/** Takes what is written and shows nothing of it. */
const nowhere = new Writable({write: (_text, _encoding, done) => done()});

/**
 * Asks and reads one line. Esc and Ctrl-D end it without an answer.
 *
 * @param isHidden true when nothing that is typed may show
 * @returns `undefined` without an answer
 * @throws InterruptedError on Ctrl-C
 */
export async function askLine(
  {openInput, output, signal}: PromptTerminal,
  question: string,
  isHidden = false,
): Promise<string | undefined> {
  const input = openInput();
  const reader = createInterface({input, output: isHidden ? nowhere : output, terminal: true});
  // From here on nothing that is typed shows by itself.
  if (isHidden) output.write(question);
  const interrupted = new AbortController();
  reader.once('SIGINT', () => interrupted.abort(new InterruptedError()));
  const leave = (_text: unknown, key: {readonly name?: string} | undefined) => {
    if (key?.name === 'escape') reader.close();
  };
  input.on('keypress', leave);
  let answer: string | undefined;
  const ended = new Promise<undefined>(resolve => reader.once('close', () => resolve(undefined)));
  const either = AbortSignal.any([signal, interrupted.signal]);
  try {
    answer = await Promise.race([reader.question(isHidden ? '' : question, {signal: either}), ended]);
    return answer;
  } catch (error) {
    either.throwIfAborted();
    throw error;
  } finally {
    input.off('keypress', leave);
    reader.close();
    if (answer === undefined || isHidden) output.write('\n');
  }
}
