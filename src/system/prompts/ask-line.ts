import {createInterface} from 'node:readline/promises';
import {Writable} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {InterruptedError} from '../../base/errors.js';

export interface PromptTerminal {
  readonly openInput: () => NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Calls the listener when the process resumes after being stopped; returns the function that unsubscribes. */
  readonly onContinued: (listener: () => void) => () => void;
  readonly signal: AbortSignal;
}

/** Discards what is written. */
const discard = new Writable({write: (_text, _encoding, done) => done()});

/**
 * Discards what was typed before there was a question to answer.
 *
 * @throws InterruptedError if Ctrl-C was among it
 */
export async function discardTyped({openInput}: PromptTerminal): Promise<void> {
  const input = openInput();
  // In line mode, the terminal delivers complete lines only.
  input.setRawMode(true);
  let isInterrupted = false;
  const look = (typed: Buffer | string) => {
    isInterrupted ||= typed.includes('\u0003');
  };
  input.on('data', look);
  input.resume();
  // Two turns of the event loop, so that stdin is polled once.
  await setImmediate();
  await setImmediate();
  input.off('data', look);
  input.pause();
  input.setRawMode(false);
  if (isInterrupted) throw new InterruptedError();
}

/**
 * Asks and reads one line. Esc and Ctrl-D cancel.
 *
 * @param above what stands above the question, and is written again after Ctrl-Z and fg
 * @param isHidden true to not show what is typed
 * @returns `undefined` when cancelled
 * @throws InterruptedError on Ctrl-C
 */
export async function askLine(
  {openInput, output, signal}: PromptTerminal,
  question: string,
  {above = '', isHidden = false}: {readonly above?: string; readonly isHidden?: boolean} = {},
): Promise<string | undefined> {
  const input = openInput();
  const reader = createInterface({input, output: isHidden ? discard : output, terminal: true});
  // The reader echoes nothing, so the question is written here.
  if (isHidden) output.write(question);
  // The reader pauses when the process is continued after Ctrl-Z.
  reader.on('SIGCONT', () => {
    output.write(`\r${isHidden ? question : above}`);
    reader.resume();
  });
  const interrupted = new AbortController();
  reader.once('SIGINT', () => interrupted.abort(new InterruptedError()));
  const closeOnEscape = (_text: unknown, key: {readonly name?: string} | undefined) => {
    if (key?.name === 'escape') reader.close();
  };
  input.on('keypress', closeOnEscape);
  let answer: string | undefined;
  const ended = new Promise<undefined>(resolve => reader.once('close', () => resolve(undefined)));
  const cancelled = AbortSignal.any([signal, interrupted.signal]);
  try {
    answer = await Promise.race([reader.question(isHidden ? '' : question, {signal: cancelled}), ended]);
    return answer;
  } catch (error) {
    cancelled.throwIfAborted();
    throw error;
  } finally {
    input.off('keypress', closeOnEscape);
    reader.close();
    if (answer === undefined || isHidden) output.write('\n');
  }
}
