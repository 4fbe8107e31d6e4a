import {type CANCEL_SYMBOL, password, select, text} from '@clack/prompts';
import type {Prompts} from '../../base/context.js';
import {GuardError, InterruptedError} from '../../base/errors.js';
import {toPrintable} from '../../output/printable.js';
import type {PromptTerminal} from './ask-line.js';
import {createConfirm} from './confirm.js';

/** Interactive prompts. Ctrl-D and Esc cancel, Ctrl-C ends bizctl. */
export function createPrompts({openInput, output, signal}: PromptTerminal): Prompts {
  interface PromptOptions {
    readonly input: NodeJS.ReadStream;
    readonly output: NodeJS.WriteStream;
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
    try {
      const answer = await ask({
        input,
        output,
        signal: AbortSignal.any([signal, ended.signal]),
        withGuide: false,
      });
      signal.throwIfAborted();
      if (isInterrupted) throw new InterruptedError();
      if (typeof answer === 'symbol') throw new GuardError('cancelled; nothing was changed');
      return answer;
    } finally {
      input.off('keypress', onKeypress);
    }
  }

  const confirm = createConfirm({openInput, output, signal});

  return {
    confirm: (question, subjects, enterMeans) => confirm(toPrintable(question), subjects.map(toPrintable), enterMeans),
    ask: (question, check = () => undefined) =>
      requireAnswer(prompt =>
        text({...prompt, message: toPrintable(question), validate: answer => check((answer ?? '').trim())}),
      ).then(answer => answer.trim()),
    askSecret: question => requireAnswer(prompt => password({...prompt, message: toPrintable(question)})),
    choose: async (question, choices) => {
      const options = choices.map(({value, label, hint = ''}) => {
        const word: string = value;
        return {value: word, label: toPrintable(label), hint: toPrintable(hint)};
      });
      const answer = await requireAnswer(prompt => select({...prompt, message: toPrintable(question), options}));
      const chosen = choices.find(({value}) => value === answer);
      if (!chosen) throw new GuardError('cancelled; nothing was changed');
      return chosen.value;
    },
  };
}
