import {parseDates} from '../../api/dates.js';
import type {ApiContext} from '../../app/api-context.js';
import {andMore} from '../../base/and-more.js';
import {countNouns} from '../../base/count-nouns.js';
import {BizctlError, IncompleteError, InterruptedError, NotFoundError, UsageError} from '../../base/errors.js';
import {datesOf, type PhraseAnswer} from './answer.js';
import {checkPhrase} from './read-phrases.js';

export interface Answers {
  /** The answers in the order of the phrases; several requests are made at a time. */
  readonly answers: AsyncIterable<PhraseAnswer>;
  /** @throws NotFoundError when an answer does not satisfy `first` or `strict` */
  readonly check: () => void;
}

interface AskOptions {
  readonly zone: string;
  /** Whether a blank phrase has a blank answer. */
  readonly keepsBlank: boolean;
  /** Requires a date in every answer. */
  readonly first?: boolean | undefined;
  /** Requires that every phrase was understood in full. */
  readonly strict?: boolean | undefined;
}

const concurrency = 4;

function firstDateOf({results}: PhraseAnswer): string | undefined {
  return results.flatMap(datesOf)[0];
}

/** In UTF-16 code units. */
const maxShownLength = 300;

/** Quotes a phrase for a message, cut after `maxShownLength`. */
function showPhrase(phrase: string): string {
  return JSON.stringify(phrase.length > maxShownLength ? `${phrase.slice(0, maxShownLength)}…` : phrase);
}

/** Adds to the error of a phrase how many answers preceded it. */
function stopAfter(count: number, phrase: string, error: unknown): unknown {
  if (!(error instanceof BizctlError) || error instanceof InterruptedError || count === 0) return error;
  if (error instanceof UsageError)
    return new UsageError(`stopped after ${countNouns(count, 'phrase')}: ${error.message}`, error.details.hint);
  return new IncompleteError(
    `stopped after ${countNouns(count, 'phrase')}, at the phrase ${showPhrase(phrase)}: ${error.message}`,
    {...error.details, cause: error},
  );
}

/** Sends each phrase to the API, and notes what was not understood. */
export async function askPhrases(
  {http, reporter, options, now}: ApiContext,
  phrases: AsyncIterable<string>,
  {zone, first, strict, keepsBlank}: AskOptions,
): Promise<Answers> {
  const {pMapIterable} = await import('p-map');
  const misses: string[] = [];
  const isBlank = (query: string) => keepsBlank && query.trim() === '';

  async function ask(
    query: string,
  ): Promise<{readonly query: string} & ({readonly answer: PhraseAnswer} | {readonly error: unknown})> {
    if (isBlank(query)) return {query, answer: {query, results: []}};
    try {
      checkPhrase(query);
      const results = await parseDates(http, query, zone);
      if (!options.verbose) return {query, answer: {query, results}};
      const {explainResults} = await import('./explain-results.js');
      return {query, answer: {query, results, policies: explainResults(results, query, now(), zone)}};
    } catch (error) {
      return {query, error};
    }
  }

  async function checkAnswer(answer: PhraseAnswer): Promise<void> {
    if (isBlank(answer.query)) return;
    const phrase = showPhrase(answer.query);
    const isEmpty = answer.results.length === 0;
    const isPartial = answer.results.some(result => result['complete_match'] === false);
    const isCertain = !isEmpty && answer.results.every(result => result['complete_match'] === true);
    const isMissed = (first && firstDateOf(answer) === undefined) || (strict && !isCertain);
    const hasNoDate = firstDateOf(answer) === undefined && !isPartial;
    if (isMissed) misses.push(hasNoDate ? `no date in ${phrase}` : `${phrase} was not fully understood`);
    // `check` throws the first miss, so it needs no note.
    if (isMissed && misses.length === 1) return;
    if (isEmpty || (isMissed && hasNoDate)) await reporter.note(`no date in ${phrase}`);
    else if (isPartial) await reporter.note(`only part of ${phrase} was understood`);
  }

  async function* readAnswers(): AsyncGenerator<PhraseAnswer> {
    let count = 0;
    for await (const asked of pMapIterable(phrases, ask, {concurrency})) {
      if ('error' in asked) throw stopAfter(count, asked.query, asked.error);
      await checkAnswer(asked.answer);
      count += 1;
      yield asked.answer;
    }
  }

  return {
    answers: readAnswers(),
    check: () => {
      const [miss, ...others] = misses;
      if (miss === undefined) return;
      throw new NotFoundError(`${miss}${andMore(others.length, ', ')}`, {
        hint: 'Rephrase it, for example "next friday at 3pm".',
      });
    },
  };
}

/** Yields the first date of each answer, `undefined` if it has none. */
export async function* readFirstDates(answers: AsyncIterable<PhraseAnswer>): AsyncGenerator<string | undefined> {
  for await (const answer of answers) yield firstDateOf(answer);
}
