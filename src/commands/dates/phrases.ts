import {parseDates} from '../../api/dates.js';
import {BizctlError, IncompleteError, NotFoundError, UsageError} from '../../errors.js';
import type {Session} from '../../session.js';
import {datesOf, type PhraseAnswer} from './answer.js';

export interface Reading {
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
export async function* readPhrases(words: readonly string[], {io}: Session['context']): AsyncGenerator<string> {
  if (words.length > 0) {
    yield words.join(' ');
    return;
  }
  if (io.stdin.isTerminal)
    throw new UsageError(
      'there is no phrase',
      'It looks like: bizctl dates parse next friday at 3pm. Or pipe phrases in, one a line.',
    );
  const decode = createStrictDecoder();
  let rest = '';
  for await (const chunk of io.stdin.read()) {
    const lines = (rest + decode(chunk)).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > longestLine)
      throw new UsageError(`a line of stdin is longer than ${longestLine} characters`, 'One phrase a line.');
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}

/** Decodes chunks of one text. What it returns throws a UsageError for bytes that are no text. */
function createStrictDecoder(): (chunk: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', {fatal: true});
  return chunk => {
    try {
      return decoder.decode(chunk, {stream: true});
    } catch (error) {
      if (error instanceof TypeError) throw new UsageError('stdin is not UTF-8 text', 'Save it as UTF-8.');
      throw error;
    }
  };
}

/** @throws UsageError for a day that no calendar has */
function checkPhrase(phrase: string): void {
  for (const [text, year, month, day] of phrase.matchAll(/(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/g)) {
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
    if (Number(month) < 1 || Number(month) > 12)
      throw new UsageError(`${text} is no date: there is no month ${month}`, 'A date is YYYY-MM-DD.');
    if (date.getUTCDate() !== Number(day) || Number(day) === 0)
      throw new UsageError(`${text} is no date: that month has ${days} days`, 'A date is YYYY-MM-DD.');
  }
}

function firstDateOf({results}: PhraseAnswer): string | undefined {
  return results.flatMap(datesOf)[0];
}

/** Asks the API for each phrase, and notes what it did not understand. */
export async function askPhrases(
  {http, talk}: Session,
  phrases: AsyncIterable<string>,
  wishes: Wishes,
): Promise<Reading> {
  const {pMapIterable} = await import('p-map');
  const misses: string[] = [];
  let count = 0;

  async function ask(query: string): Promise<PhraseAnswer> {
    try {
      checkPhrase(query);
      return {query, results: await parseDates(http, query, wishes.zone)};
    } catch (error) {
      if (!(error instanceof BizctlError) || error.code === 'interrupted' || count === 0) throw error;
      if (error instanceof UsageError)
        throw new UsageError(`stopped after ${count} answers: ${error.message}`, error.details.hint);
      throw new IncompleteError(
        `stopped at the phrase ${JSON.stringify(query)}, after ${count} answers: ${error.message}`,
        {...error.details, cause: error},
      );
    }
  }

  async function* answers(): AsyncGenerator<PhraseAnswer> {
    for await (const answer of pMapIterable(phrases, ask, {concurrency})) {
      count += 1;
      const isPartial = answer.results.some(result => result['complete_match'] === false);
      if (answer.results.length === 0)
        await talk.note(`nothing in ${JSON.stringify(answer.query)} was understood as a date`);
      else if (isPartial) await talk.note(`only a part of ${JSON.stringify(answer.query)} was understood`);
      if (wishes.first && firstDateOf(answer) === undefined) misses.push(`no date in ${JSON.stringify(answer.query)}`);
      else if (wishes.strict && (isPartial || answer.results.length === 0))
        misses.push(`${JSON.stringify(answer.query)} was not understood as a whole`);
      yield answer;
    }
  }

  return {
    answers: answers(),
    check: () => {
      const [miss] = misses;
      if (miss === undefined) return;
      throw new NotFoundError(misses.length === 1 ? miss : `${miss}, and ${misses.length - 1} more`, {
        hint: 'Say it in other words, such as "next friday at 3pm".',
      });
    },
  };
}

/** The first date of each answer, `undefined` where there is none. */
export async function* readFirstDates(answers: AsyncIterable<PhraseAnswer>): AsyncGenerator<string | undefined> {
  for await (const answer of answers) yield firstDateOf(answer);
}
