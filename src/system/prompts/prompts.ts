import {autocomplete, type CANCEL_SYMBOL, type CommonOptions, select, text} from '@clack/prompts';
import {containsWords} from '../../base/contains-words.js';
import {CancelledError, InterruptedError} from '../../base/errors.js';
import type {PromptChoice, Prompts} from '../../base/prompts.js';
import {cutText} from '../../output/cut-text.js';
import {toPrintable} from '../../output/printable.js';
import {loadWidths, widthOf} from '../../output/width-of.js';
import type {PromptTerminal} from './ask-line.js';
import {createLinePrompts} from './line-prompts.js';
import {RedrawableOutput} from './redrawable-output.js';

/** How many choices of a long list are shown at once. */
const maxPicked = 10;

/** Interactive prompts. Ctrl-D and Esc cancel, Ctrl-C ends bizctl. */
export function createPrompts(terminal: PromptTerminal): Prompts {
  const {openInput, signal, onContinued} = terminal;

  async function requireAnswer(
    ask: (options: CommonOptions) => Promise<string | typeof CANCEL_SYMBOL>,
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

  const {confirm, askSecret} = createLinePrompts(terminal);

  return {
    confirm,
    ask: (question, check = () => undefined) =>
      requireAnswer(prompt =>
        text({...prompt, message: toPrintable(question), validate: answer => check((answer ?? '').trim())}),
      ).then(answer => answer.trim()),
    // Drawing a mask for each character takes quadratic time, and tokens are long.
    askSecret,
    pick: async (question, choices) => {
      await loadWidths();
      const texts = new Map(choices.map(({value, label, hint}) => [value, `${label}\n${hint ?? ''}\n${value}`]));
      return requireAnswer(prompt =>
        autocomplete({
          ...prompt,
          message: toPrintable(question),
          options: choices.map(choice => toOption(choice, terminal.output.columns)),
          maxItems: maxPicked,
          placeholder: 'type to filter',
          validate: chosen => (chosen === undefined ? 'Change the filter.' : undefined),
          filter: (search, {value}) => containsWords(texts.get(value) ?? '', search.split(/\s+/)),
        }),
      );
    },
    choose: async (question, choices) => {
      await loadWidths();
      const options = choices.map(choice => toOption(choice, terminal.output.columns));
      const answer = await requireAnswer(prompt => select({...prompt, message: toPrintable(question), options}));
      const chosen = choices.find(({value}) => value === answer);
      if (!chosen) throw new CancelledError();
      return chosen.value;
    },
  };
}

/** The width of an option besides label and hint: the marker, spaces and parentheses. */
const markWidth = 8;
const minHintWidth = 10;

/** An option on one line; clack draws the hint of the selected one only. */
function toOption({value, label, hint = ''}: PromptChoice<string>, columns: number) {
  const shown = cutText(toPrintable(label), Math.max(1, columns - markWidth), '…');
  const room = columns - markWidth - widthOf(shown);
  return {value, label: shown, hint: room < minHintWidth ? '' : cutText(toPrintable(hint), room, '…')};
}
