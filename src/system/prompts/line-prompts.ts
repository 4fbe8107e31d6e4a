import {andMore} from '../../base/and-more.js';
import {containsWords} from '../../base/contains-words.js';
import {CancelledError} from '../../base/errors.js';
import type {Prompts} from '../../base/prompts.js';
import {toPrintable} from '../../output/printable.js';
import {askLine, type PromptTerminal} from './ask-line.js';
import {createConfirm} from './confirm.js';

const maxListed = 12;

/** Line-by-line prompts, for a terminal that cannot redraw lines or shows ASCII only. */
export function createLinePrompts(terminal: PromptTerminal): Prompts {
  const confirm = createConfirm(terminal);

  const ask = async (question: string, isHidden = false): Promise<string> => {
    const answer = await askLine(terminal, `${toPrintable(question)}: `, {isHidden});
    if (answer === undefined) throw new CancelledError();
    return answer.trim();
  };

  return {
    confirm: (question, subjects, options) => confirm(toPrintable(question), subjects.map(toPrintable), options),
    ask: async (question, check = () => undefined) => {
      for (;;) {
        const answer = await ask(question);
        const problem = check(answer);
        if (problem === undefined) return answer;
        terminal.output.write(`${toPrintable(problem)}\n`);
      }
    },
    askSecret: question => ask(`${question} (not shown as you type)`, true),
    pick: async (question, choices) => {
      for (;;) {
        const answer = await ask(`${question} (id, or part of a name)`);
        const exact = choices.filter(({value, label}) => value === answer || label === answer);
        const found = choices.filter(({value, label, hint = ''}) =>
          containsWords(`${value}\n${label}\n${hint}`, answer.split(/\s+/)),
        );
        const [only, ...others] = exact.length === 1 ? exact : found;
        if (only && others.length === 0) return only.value;
        const lines = found
          .slice(0, maxListed)
          .map(({value, label, hint}) => `  ${label}  ${hint === undefined ? '' : `${hint}  `}${value}`);
        const rest = andMore(found.length - maxListed, '  ', '\n');
        terminal.output.write(found.length === 0 ? 'No matches.\n' : `${lines.map(toPrintable).join('\n')}\n${rest}`);
      }
    },
    choose: async (question, choices) => {
      const lines = choices.map(
        ({label, hint}, index) => `  ${index + 1}  ${label}${hint === undefined ? '' : `  (${hint})`}`,
      );
      terminal.output.write(`${lines.map(toPrintable).join('\n')}\n`);
      for (;;) {
        const answer = await ask(`${question} (1 to ${choices.length})`);
        const chosen = choices.find(({value, label}, index) => [String(index + 1), value, label].includes(answer));
        if (chosen) return chosen.value;
        terminal.output.write('Enter a number from the list.\n');
      }
    },
  };
}
