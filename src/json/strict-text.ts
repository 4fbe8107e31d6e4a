import {UsageError} from '../base/errors.js';

/**
 * Decodes UTF-8 that arrives in parts, without its byte order mark. The last call, without a part, checks that the text does not end inside a
 * character. The function throws a UsageError for bytes that are not UTF-8.
 *
 * @param name what to call the input in messages
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
