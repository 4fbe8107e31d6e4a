import type {Prompts} from '../../base/context.js';
import {GuardError} from '../../base/errors.js';
import {toPrintable} from '../../output/printable.js';
import {askLine, type PromptTerminal} from './ask-line.js';
import {createConfirm} from './confirm.js';

/** Prompts of plain lines, for a terminal where nothing can be drawn anew, or that shows just ASCII. */
export function createLinePrompts(place: PromptTerminal): Prompts {
  const confirm = createConfirm(place);

  const ask = async (question: string, isHidden = false): Promise<string> => {
    const answer = await askLine(place, `${toPrintable(question)}: `, isHidden);
    if (answer === undefined) throw new GuardError('cancelled; nothing was changed');
    return answer.trim();
  };

  return {
    confirm: (question, things) => confirm(toPrintable(question), things.map(toPrintable)),
    ask: async (question, check = () => undefined) => {
      for (;;) {
        const answer = await ask(question);
        const problem = check(answer);
        if (problem === undefined) return answer;
        place.output.write(`${toPrintable(problem)}\n`);
      }
    },
    askSecret: question => ask(question, true),
    choose: async (question, choices) => {
      const lines = choices.map(
        ({label, hint}, index) => `  ${index + 1}  ${label}${hint === undefined ? '' : `  (${hint})`}`,
      );
      place.output.write(`${lines.map(toPrintable).join('\n')}\n`);
      for (;;) {
        const answer = await ask(`${question} (1 to ${choices.length})`);
        const chosen = choices.find(({value, label}, index) => [String(index + 1), value, label].includes(answer));
        if (chosen) return chosen.value;
        place.output.write('Please answer with a number from the list.\n');
      }
    },
  };
}
