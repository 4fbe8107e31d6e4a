import {InvalidArgumentError} from '@commander-js/extra-typings';
import {quoteArgument} from '../base/shell-word.js';

const maxNumber = 999_999_999;

function wholeNumber(min: number, max = maxNumber) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(
      max < maxNumber ? `expected a whole number from ${min} to ${max}` : `expected a whole number, ${min} or more`,
    );
  };
}

/** Collects the values of a repeatable option, in order. */
export function collect(text: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), text];
}

/** Takes the value of an option whose earlier value would otherwise be lost without a word. */
export function once(text: string, earlier: string | undefined): string {
  if (earlier === undefined) return text;
  throw new InvalidArgumentError(`${quoteArgument(earlier)} was given too; run the command once for each file`);
}

export const parseCount = wholeNumber(0);
export const parsePort = wholeNumber(0, 65_535);
export const parseLimit = wholeNumber(1);
export const parseConcurrency = wholeNumber(1, 64);

/** Parses seconds, more than 0 and at most a day. */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds <= 0 || seconds > 86_400)
    throw new InvalidArgumentError('expected seconds, more than 0 and at most 86400');
  return seconds;
}

/** Checks a number but returns its text, which is sent exactly as typed. */
export function parseDigits(text: string): string {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number, 0 or more');
  return text;
}
