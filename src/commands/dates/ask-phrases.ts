import {parseDates} from '../../api/dates.js';
import type {ApiContext} from '../../app/api-context.js';
import {BizctlError, IncompleteError, InterruptedError, NotFoundError, UsageError} from '../../base/errors.js';
import {createStrictDecoder} from '../../json/strict-text.js';
import {datesOf, type PhraseAnswer} from './answer.js';

export interface Answers {
  /** The answers in the order of the phrases, a few being asked for at a time. */
  readonly answers: AsyncIterable<PhraseAnswer>;
  /** @throws NotFoundError when an answer was not what was asked for */
  readonly check: () => void;
}

interface Wishes {
  readonly zone: string;
  /** Every phrase needs a date. */
  readonly first?: boolean | undefined;
  /** Every phrase has to be understood as a whole. */
  readonly strict?: boolean | undefined;
}

const concurrency = 4;
const longestLine = 1_000_000;

/** The phrase from the command line, or the lines of stdin as they arrive. Blank lines are passed over. */
export async function* readPhrases(words: readonly string[], {io}: Pick<ApiContext, 'io'>): AsyncGenerator<string> {
  if (words.length > 0) {
    yield words.join(' ');
    return;
  }
  if (io.stdin.isTerminal)
    throw new UsageError(
      'no phrase given',
      suggest => `Run: ${suggest('dates', 'parse', 'next friday at 3pm')}. Or pipe phrases in, one per line.`,
    );
  const decode = createStrictDecoder('stdin');
  let rest = '';
  for await (const chunk of io.stdin.read()) {
    const lines = (rest + decode(chunk)).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > longestLine)
      throw new UsageError(`a line of stdin is longer than ${longestLine} characters`, 'Put one phrase on each line.');
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  const last = rest + decode();
  if (last.trim() !== '') yield last;
}

/** @throws UsageError for a day that no calendar has */
function checkPhrase(phrase: string): void {
  for (const [text, year, month, day] of phrase.matchAll(/(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/g)) {
    if (Number(month) < 1 || Number(month) > 12)
      throw new UsageError(`${text} is not a date: month ${month} does not exist`, 'Use YYYY-MM-DD.');
    const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
    if (Number(day) < 1 || Number(day) > days)
      throw new UsageError(`${text} is not a date: that month has ${days} days`, 'Use YYYY-MM-DD.');
  }
}

function firstDateOf({results}: PhraseAnswer): string | undefined {
  return results.flatMap(datesOf)[0];
}

/** The error for a phrase that could not be asked, when `count` answers came before it. */
function stopAfter(count: number, phrase: string, error: unknown): unknown {
  if (!(error instanceof BizctlError) || error instanceof InterruptedError || count === 0) return error;
  if (error instanceof UsageError)
    return new UsageError(`stopped after ${count} answers: ${error.message}`, error.details.hint);
  return new IncompleteError(
    `stopped after ${count} answers, at the phrase ${JSON.stringify(phrase)}: ${error.message}`,
    {...error.details, cause: error},
  );
}

/** Asks the API for each phrase, and notes what it did not understand. */
export async function askPhrases(
  {http, reporter, options, now}: ApiContext,
  phrases: AsyncIterable<string>,
  {zone, first, strict}: Wishes,
): Promise<Answers> {
  const {pMapIterable} = await import('p-map');
  const misses: string[] = [];

  async function ask(
    query: string,
  ): Promise<{readonly query: string; readonly answer?: PhraseAnswer; readonly error?: unknown}> {
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

  async function judge(answer: PhraseAnswer): Promise<void> {
    const phrase = JSON.stringify(answer.query);
    const isEmpty = answer.results.length === 0;
    const isPartial = answer.results.some(result => result['complete_match'] === false);
    if (isEmpty) await reporter.note(`nothing in ${phrase} was understood as a date`);
    else if (isPartial) await reporter.note(`only a part of ${phrase} was understood`);
    if (first && firstDateOf(answer) === undefined) misses.push(`no date in ${phrase}`);
    else if (strict && (isPartial || isEmpty)) misses.push(`${phrase} was not understood as a whole`);
  }

  async function* readAnswers(): AsyncGenerator<PhraseAnswer> {
    let count = 0;
    for await (const {query, answer, error} of pMapIterable(phrases, ask, {concurrency})) {
      if (!answer) throw stopAfter(count, query, error);
      await judge(answer);
      count += 1;
      yield answer;
    }
  }

  return {
    answers: readAnswers(),
    check: () => {
      const [miss, ...others] = misses;
      if (miss === undefined) return;
      throw new NotFoundError(others.length === 0 ? miss : `${miss}, and ${others.length} more`, {
        hint: 'Use other words, such as "next friday at 3pm".',
      });
    },
  };
}

/** The first date of each answer, `undefined` where there is none. */
export async function* readFirstDates(answers: AsyncIterable<PhraseAnswer>): AsyncGenerator<string | undefined> {
  for await (const answer of answers) yield firstDateOf(answer);
}
