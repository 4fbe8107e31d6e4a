import {andMore} from '../../base/and-more.js';
import {CancelledError, InterruptedError} from '../../base/errors.js';
import type {Confirm} from '../../base/prompts.js';
import {loadWidths} from '../../output/width-of.js';
import {wrapWords} from '../../output/wrap-words.js';
import {askLine, discardTyped, type PromptTerminal} from './ask-line.js';

/** A longer list would push the question off the screen. */
const maxListed = 12;

/** Every question comes before the first write. */
function describeInterruption(error: unknown): never {
  throw error instanceof InterruptedError ? error.with({message: `${error.message}; nothing was changed`}) : error;
}

/**
 * Asks yes or no: `y` or `yes` is yes; `n`, `no` and the end of the input are no, and so is an empty line unless it
 * means yes; anything else is asked again.
 */
export function createConfirm(terminal: PromptTerminal): Confirm {
  return async (question, subjects, {enterMeans = 'no', listsAll} = {}) => {
    const listed = listsAll ? subjects.length : maxListed;
    const lines = subjects.slice(0, listed).map(subject => `  ${subject}\n`);
    lines.push(andMore(subjects.length - listed, '  ', '\n'));
    await loadWidths();
    const choices = enterMeans === 'yes' ? '[Y/n]' : '[y/N]';
    // Room for the answer.
    const wrapped = wrapWords(`${question} ${choices}`, terminal.output.columns - 4);
    const asked = wrapped.slice(0, -1).map(line => `${line}\n`);
    let above = [...lines, ...asked].join('');
    for (;;) {
      await discardTyped(terminal).catch(describeInterruption);
      terminal.output.write(above);
      const last = `${wrapped.at(-1) ?? ''} `;
      const answer = (await askLine(terminal, last, {above}).catch(describeInterruption)) ?? 'no';
      if (/^\s*y(es)?\s*$/i.test(answer) || (enterMeans === 'yes' && answer.trim() === '')) return;
      if (/^\s*(no?)?\s*$/i.test(answer)) throw new CancelledError();
      above = ['Enter y or n.\n', ...asked].join('');
    }
  };
}
