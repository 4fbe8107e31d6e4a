import type {Prompts} from '../../base/context.js';
import {GuardError} from '../../base/errors.js';
import {toPrintable} from '../../output/printable.js';
import {askLine, type PromptTerminal} from './ask-line.js';
import {createConfirm} from './confirm.js';

/** Line-by-line prompts, for a terminal that cannot redraw lines or shows ASCII only. */
export function createLinePrompts(terminal: PromptTerminal): Prompts {
  const confirm = createConfirm(terminal);

  const ask = async (question: string, isHidden = false): Promise<string> => {
    const answer = await askLine(terminal, `${toPrintable(question)}: `, isHidden);
    if (answer === undefined) throw new GuardError('cancelled; nothing was changed');
    return answer.trim();
  };

  return {
    confirm: (question, subjects, enterMeans) => confirm(toPrintable(question), subjects.map(toPrintable), enterMeans),
    ask: async (question, check = () => undefined) => {
      for (;;) {
        const answer = await ask(question);
        const problem = check(answer);
        if (problem === undefined) return answer;
        terminal.output.write(`${toPrintable(problem)}\n`);
      }
    },
    askSecret: question => ask(question, true),
    choose: async (question, choices) => {
      const lines = choices.map(
        ({label, hint}, index) => `  ${index + 1}  ${label}${hint === undefined ? '' : `  (${hint})`}`,
      );
      terminal.output.write(`${lines.map(toPrintable).join('\n')}\n`);
      for (;;) {
        const answer = await ask(`${question} (1 to ${choices.length})`);
        const chosen = choices.find(({value, label}, index) => [String(index + 1), value, label].includes(answer));
        if (chosen) return chosen.value;
        terminal.output.write('Please answer with a number from the list.\n');
      }
    },
  };
}
