import {autocomplete, type CANCEL_SYMBOL, password, select, text} from '@clack/prompts';
import {containsWords} from '../../base/contains-words.js';
import {CancelledError, InterruptedError} from '../../base/errors.js';
import type {PromptChoice, Prompts} from '../../base/prompts.js';
import {toPrintable} from '../../output/printable.js';
import type {PromptTerminal} from './ask-line.js';
import {createConfirm} from './confirm.js';
import {RedrawableOutput} from './redrawable-output.js';

/** How many choices of a long list are shown at once. */
const maxPicked = 10;

/** Interactive prompts. Ctrl-D and Esc cancel, Ctrl-C ends bizctl. */
export function createPrompts(terminal: PromptTerminal): Prompts {
  const {openInput, signal, onContinued} = terminal;

  interface PromptOptions {
    readonly input: NodeJS.ReadStream;
    readonly output: RedrawableOutput;
    readonly signal: AbortSignal;
    readonly withGuide: boolean;
  }

  async function requireAnswer(
    ask: (options: PromptOptions) => Promise<string | typeof CANCEL_SYMBOL>,
  ): Promise<string> {
    const input = openInput();
    const ended = new AbortController();
    let isInterrupted = false;
    const onKeypress = (_text: string | undefined, key: {name?: string; ctrl?: boolean} | undefined) => {
      if (key?.ctrl && key.name === 'c') isInterrupted = true;
      // readline closes the input then, so that the prompt would wait forever.
      if (key?.ctrl && key.name === 'd') ended.abort();
    };
    input.on('keypress', onKeypress);
    const output = new RedrawableOutput(terminal.output);
    const stop = onContinued(() => output.redraw());
    try {
      const answer = await ask({
        input,
        output,
        signal: AbortSignal.any([signal, ended.signal]),
        withGuide: false,
      });
      signal.throwIfAborted();
      if (isInterrupted) throw new InterruptedError();
      if (typeof answer === 'symbol') throw new CancelledError();
      return answer;
    } finally {
      input.off('keypress', onKeypress);
      stop();
      output.destroy();
    }
  }

  const confirm = createConfirm(terminal);

  return {
    confirm: (question, subjects, options) => confirm(toPrintable(question), subjects.map(toPrintable), options),
    ask: (question, check = () => undefined) =>
      requireAnswer(prompt =>
        text({...prompt, message: toPrintable(question), validate: answer => check((answer ?? '').trim())}),
      ).then(answer => answer.trim()),
    askSecret: question => requireAnswer(prompt => password({...prompt, message: toPrintable(question)})),
    pick: (question, choices) =>
      requireAnswer(prompt =>
        autocomplete({
          ...prompt,
          message: toPrintable(question),
          options: choices.map(toOption),
          maxItems: maxPicked,
          placeholder: 'type to filter',
          validate: chosen => (chosen === undefined ? 'No matches.' : undefined),
          filter: (search, {label = '', hint = '', value}) =>
            containsWords(`${label}\n${hint}\n${value}`, search.split(/\s+/)),
        }),
      ),
    choose: async (question, choices) => {
      const options = choices.map(toOption);
      const answer = await requireAnswer(prompt => select({...prompt, message: toPrintable(question), options}));
      const chosen = choices.find(({value}) => value === answer);
      if (!chosen) throw new CancelledError();
      return chosen.value;
    },
  };
}

function toOption({value, label, hint = ''}: PromptChoice<string>) {
  return {value, label: toPrintable(label), hint: toPrintable(hint)};
}
