import {UsageError} from '../base/errors.js';

/**
 * Decodes UTF-8 that arrives in parts; a byte order mark is dropped. The last call, without a part, finds out whether the text ends in the middle of a
 * character.
 *
 * @param name what to call the input in the message of the UsageError that bytes which are no text lead to
 */
export function createStrictDecoder(name: string): (part?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', {fatal: true});
  return part => {
    try {
      return part ? decoder.decode(part, {stream: true}) : decoder.decode();
    } catch (error) {
      if (error instanceof TypeError) throw new UsageError(`${name} is not UTF-8 text`, 'Save it as UTF-8.');
      throw error;
    }
  };
}
