import type {Prompts} from '../../base/prompts.js';
import type {PromptTerminal} from './ask-line.js';

/**
 * Returns prompts whose implementation loads with the first question.
 *
 * @param canDraw false for a terminal that cannot redraw lines or shows ASCII only
 */
export function openPrompts(terminal: PromptTerminal, canDraw: boolean): Prompts {
  const load = async (): Promise<Prompts> => {
    // Serial consoles report no size.
    terminal.output.columns ||= 80;
    if (!canDraw) return (await import('./line-prompts.js')).createLinePrompts(terminal);
    return (await import('./prompts.js')).createPrompts(terminal);
  };
  return {
    confirm: async (question, subjects, options) => (await load()).confirm(question, subjects, options),
    ask: async (question, check) => (await load()).ask(question, check),
    askSecret: async question => (await load()).askSecret(question),
    choose: async (question, choices) => (await load()).choose(question, choices),
    pick: async (question, choices) => (await load()).pick(question, choices),
  };
}
