import {toLocalError} from './files/or-local-error.js';

/** @throws LocalError if reading fails, for example because the terminal has gone */
export async function* readStdin(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* input;
  } catch (error) {
    throw toLocalError('cannot read stdin', error);
  }
}
