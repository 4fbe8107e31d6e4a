import {type CANCEL_SYMBOL, password, select, text} from '@clack/prompts';
import type {Prompts} from '../../base/context.js';
import {GuardError, InterruptedError} from '../../base/errors.js';
import {toPrintable} from '../../output/printable.js';
import type {PromptTerminal} from './ask-line.js';
import {createConfirm} from './confirm.js';

/** Prompts that are drawn as they are answered. Ctrl-D and Esc are no answer, Ctrl-C ends the run. */
export function createPrompts({openInput, output, signal}: PromptTerminal): Prompts {
  interface Place {
    readonly input: NodeJS.ReadStream;
    readonly output: NodeJS.WriteStream;
    readonly signal: AbortSignal;
    readonly withGuide: boolean;
  }

  async function answered(ask: (place: Place) => Promise<string | typeof CANCEL_SYMBOL>): Promise<string> {
    const input = openInput();
    const ended = new AbortController();
    let isInterrupted = false;
    const look = (_text: string | undefined, key: {name?: string; ctrl?: boolean} | undefined) => {
      if (key?.ctrl && key.name === 'c') isInterrupted = true;
      // readline ends the input then, and nobody would ever answer.
      if (key?.ctrl && key.name === 'd') ended.abort();
    };
    input.on('keypress', look);
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
      input.off('keypress', look);
    }
  }

  const confirm = createConfirm({openInput, output, signal});

  return {
    confirm: (question, things) => confirm(toPrintable(question), things.map(toPrintable)),
    ask: (question, check = () => undefined) =>
      answered(place =>
        text({...place, message: toPrintable(question), validate: answer => check((answer ?? '').trim())}),
      ).then(answer => answer.trim()),
    askSecret: question => answered(place => password({...place, message: toPrintable(question)})),
    choose: async (question, choices) => {
      const options = choices.map(({value, label, hint = ''}) => {
        const word: string = value;
        return {value: word, label: toPrintable(label), hint: toPrintable(hint)};
      });
      const answer = await answered(place => select({...place, message: toPrintable(question), options}));
      const chosen = choices.find(({value}) => value === answer);
      if (!chosen) throw new GuardError('cancelled; nothing was changed');
      return chosen.value;
    },
  };
}
