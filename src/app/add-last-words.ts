import {InterruptedError} from '../base/errors.js';
import type {Message} from '../base/suggest-command.js';
import {eraseLine} from '../output/theme.js';
import type {ApiContext} from './api-context.js';

/** What a second signal leaves behind, and how to continue. */
interface LastWords {
  readonly parts: readonly string[];
  readonly hint?: Message | undefined;
}

/**
 * Registers what a second signal prints before it ends the process; returns the function that unregisters it.
 *
 * @param describe returns `undefined` when there is nothing to say
 */
export function addLastWords(
  {io, reporter, signal, addExitMessage}: Pick<ApiContext, 'io' | 'reporter' | 'signal' | 'addExitMessage'>,
  describe: () => LastWords | undefined,
): () => void {
  return addExitMessage(() => {
    const words = describe();
    if (!words) return '';
    const stopped = signal.reason instanceof InterruptedError ? signal.reason : new InterruptedError();
    const message = [stopped.message, ...words.parts].join('; ');
    const shown = reporter.formatError(
      stopped.with(words.hint === undefined ? {message} : {message, hint: words.hint}),
    );
    return `${io.stderr.canRedraw ? eraseLine : ''}${shown}`;
  });
}
