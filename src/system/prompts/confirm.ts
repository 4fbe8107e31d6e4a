import type {Confirm} from '../../base/context.js';
import {GuardError} from '../../base/errors.js';
import {askLine, type PromptTerminal} from './ask-line.js';

/** More than these would push the question off the screen. */
const mostThings = 12;

/**
 * Asks for a yes: `y` or `yes` and Enter is yes; `n`, `no`, just Enter and the end of the input are no; all else is asked again.
 */
export function createConfirm(place: PromptTerminal): Confirm {
  return async (question, things) => {
    const lines = things.slice(0, mostThings).map(thing => `  ${thing}\n`);
    if (things.length > mostThings) lines.push(`  and ${things.length - mostThings} more\n`);
    place.output.write(lines.join(''));
    for (;;) {
      const answer = (await askLine(place, `${question} [y/N] `)) ?? '';
      if (/^\s*y(es)?\s*$/i.test(answer)) return;
      if (/^\s*(no?)?\s*$/i.test(answer)) throw new GuardError('cancelled; nothing was changed');
      place.output.write('Please answer y or n.\n');
    }
  };
}
