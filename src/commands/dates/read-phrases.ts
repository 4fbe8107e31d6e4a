import type {ApiContext} from '../../app/api-context.js';
import {UsageError} from '../../base/errors.js';
import {daysInMonth} from '../../base/is-real-date.js';
import {createStrictDecoder} from '../../json/strict-decoder.js';

const maxLineLength = 1_000_000;

/**
 * Yields the phrase from the command line, or the lines of stdin as they arrive.
 *
 * @param keepsBlank false to skip blank lines
 */
export async function* readPhrases(
  words: readonly string[],
  {io}: Pick<ApiContext, 'io'>,
  keepsBlank: boolean,
): AsyncGenerator<string> {
  if (words.length > 0) {
    yield words.join(' ');
    return;
  }
  const decode = createStrictDecoder('stdin');
  let rest = '';
  for await (const chunk of io.stdin.read()) {
    const lines = (rest + decode(chunk)).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > maxLineLength)
      throw new UsageError(
        `a line on stdin is longer than ${maxLineLength} characters`,
        'Put one phrase on each line.',
      );
    for (const line of lines) if (keepsBlank || line.trim() !== '') yield line;
  }
  const last = (rest + decode()).replace(/\r$/, '');
  if (last.trim() !== '') yield last;
}

/** @throws UsageError for an ISO date that does not exist */
export function checkPhrase(phrase: string): void {
  for (const [text, year, month, day] of phrase.matchAll(/(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/g)) {
    if (Number(month) < 1 || Number(month) > 12)
      throw new UsageError(`${text} is not a date`, 'Use YYYY-MM-DD, with a month from 01 to 12.');
    const days = daysInMonth(Number(year), Number(month));
    if (Number(day) < 1 || Number(day) > days)
      throw new UsageError(`${text} is not a date`, `${year}-${month} has ${days} days.`);
  }
}
