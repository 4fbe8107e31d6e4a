import {UsageError} from '../base/errors.js';

/**
 * Decodes UTF-8 that arrives in chunks, without its byte order mark. Call it once more without a chunk to check that
 * the text does not end inside a character.
 *
 * @param name the name of the input in messages
 * @returns the decoder, which throws a UsageError for invalid UTF-8
 */
export function createStrictDecoder(name: string): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', {fatal: true});
  return chunk => {
    try {
      return chunk ? decoder.decode(chunk, {stream: true}) : decoder.decode();
    } catch (error) {
      if (error instanceof TypeError) throw new UsageError(`${name} is not UTF-8 text`, 'Save it as UTF-8.');
      throw error;
    }
  };
}

/** Decodes a whole input. */
export function decodeText(bytes: Uint8Array, name: string): string {
  const decode = createStrictDecoder(name);
  return decode(bytes) + decode();
}
