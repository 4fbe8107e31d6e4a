import {UsageError} from '../base/errors.js';

/** @throws UsageError for a name that is not safe as a JSON key, a shell word and part of a message */
export function parseProfileName(text: string): string {
  const isReserved = text in Object.prototype;
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text) && !isReserved) return text;
  throw new UsageError(
    `${JSON.stringify(text)} is not a valid profile name`,
    isReserved
      ? 'It is a reserved word; choose another name.'
      : 'Use up to 64 letters, digits, dots, dashes and underscores, starting with a letter or digit.',
  );
}
