import type {ApiContext} from '../../app/api-context.js';
import {UsageError} from '../../base/errors.js';
import {createAnswerView} from './view.js';

/**
 * Asks a person for a phrase, with its reading below while it is typed where the terminal can redraw.
 *
 * @returns `undefined` when the person leaves
 * @throws UsageError if nobody can answer
 */
export async function askForPhrase(context: ApiContext, zone: string): Promise<string | undefined> {
  const {prompts, openFullScreen} = context;
  if (!prompts)
    throw new UsageError(
      'no phrase given',
      suggest => `Pipe phrases in, one per line, or run: ${suggest('dates', 'parse', 'next friday at 3pm')}`,
    );
  if (!openFullScreen) return prompts.ask('Date phrase');
  const {askLive} = await import('./live/ask-live.js');
  return askLive(context, openFullScreen(), {zone, view: createAnswerView(zone, false)});
}
