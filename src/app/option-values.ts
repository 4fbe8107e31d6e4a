import {InvalidArgumentError} from '@commander-js/extra-typings';

const maxNumber = 999_999_999;

/** Reads a whole number between these bounds. */
function wholeNumber(least: number, most = maxNumber) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(
      most < maxNumber
        ? `expected a whole number from ${least} to ${most}`
        : `expected a whole number${least === 0 ? '' : `, ${least} or more`}`,
    );
  };
}

/** The values of an option that may be repeated, in their order. */
export function collect(text: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), text];
}

export const parseCount = wholeNumber(0);
export const parsePort = wholeNumber(0, 65_535);
export const parseLimit = wholeNumber(1);
export const parseConcurrency = wholeNumber(1, 64);

/** Seconds, more than 0. */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds <= 0 || seconds > 86_400)
    throw new InvalidArgumentError('expected a number of seconds above 0');
  return seconds;
}

/** A number the API gets exactly as it was typed. */
export function parseDigits(text: string): string {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number');
  return text;
}
