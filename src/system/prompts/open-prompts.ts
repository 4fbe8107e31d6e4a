import type {Prompts} from '../../base/prompts.js';
import type {PromptTerminal} from './ask-line.js';
import {untilTerminalGone} from './until-terminal-gone.js';

/**
 * Returns prompts whose implementation loads with the first question.
 *
 * @param canDraw false for a terminal that cannot redraw lines or shows ASCII only
 */
export function openPrompts(terminal: PromptTerminal, canDraw: boolean): Prompts {
  // Without a listener, a write to a terminal that is gone would be taken for a bug.
  terminal.output.on('error', () => {});
  const load = async (): Promise<Prompts> => {
    // Serial consoles report no size.
    terminal.output.columns ||= 80;
    if (!canDraw) return (await import('./line-prompts.js')).createLinePrompts(terminal);
    return (await import('./prompts.js')).createPrompts(terminal);
  };
  return {
    confirm: (question, subjects, options) =>
      untilTerminalGone(async () => (await load()).confirm(question, subjects, options)),
    ask: (question, check) => untilTerminalGone(async () => (await load()).ask(question, check)),
    askSecret: question => untilTerminalGone(async () => (await load()).askSecret(question)),
    choose: (question, choices) => untilTerminalGone(async () => (await load()).choose(question, choices)),
    pick: (question, choices) => untilTerminalGone(async () => (await load()).pick(question, choices)),
  };
}
