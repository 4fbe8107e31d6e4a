import type {ApiContext} from '../../app/api-context.js';
import {BrokenPipeError, cannotCombine} from '../../base/errors.js';
import {askForPhrase} from './ask-for-phrase.js';
import {askPhrases, readFirstDates} from './ask-phrases.js';
import {readPhrases} from './read-phrases.js';
import {resolveZone} from './resolve-zone.js';
import {createAnswerView} from './view.js';

interface ParseOptions {
  readonly timeZone?: string | undefined;
  readonly first?: true | undefined;
  readonly strict?: true | undefined;
}

/**
 * Shows the API's reading of a phrase, or of each line of stdin.
 *
 * @throws NotFoundError when an answer does not satisfy `--first` or `--strict`
 */
export async function parsePhrases(
  context: ApiContext,
  words: readonly string[],
  options: ParseOptions,
): Promise<void> {
  if (options.first && context.options.columns) throw cannotCombine('--first', '--columns');
  const zone = resolveZone(options.timeZone, context);
  const isAsked = words.length === 0 && context.io.stdin.isTerminal;
  const asked = isAsked ? await askForPhrase(context, zone) : undefined;
  if (isAsked && asked === undefined) return;
  const isList = words.length === 0 && !isAsked;
  // The lines of the answers are those of the phrases.
  const keepsBlank = options.first === true && isList;
  const phrases = readPhrases(asked === undefined ? words : [asked], context, keepsBlank);
  const {answers, check} = await askPhrases(context, phrases, {zone, keepsBlank, ...options});
  try {
    if (options.first) await context.showLines(readFirstDates(answers), {isList});
    else await context.showEach(createAnswerView(zone, isList), answers);
  } catch (error) {
    // The exit code is what a script checks, even if it does not read the answer. A list may be cut by its reader.
    if (error instanceof BrokenPipeError && !isList) check();
    throw error;
  }
  check();
}
