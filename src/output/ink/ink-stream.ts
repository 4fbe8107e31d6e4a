import {Readable, Writable} from 'node:stream';
import type {OutputStream} from '../../base/output-stream.js';

/** Characters that a terminal draws wider than expected would wrap a line, and Ink would erase too few. */
const stopWrapping = '\u001b[?7l';
const wrapAgain = '\u001b[?7h';

/**
 * An output as a Node stream with the size of the terminal, for Ink. It never emits `resize`: Ink would erase as many
 * lines as it drew, although the terminal has rewrapped them by then.
 */
export class InkStream extends Writable {
  readonly isTTY = true;
  /** The first error of the output. */
  failure: Error | undefined;
  /** While true, writes are dropped. */
  isMuted = false;
  /** The number of writes that reached the output. */
  writes = 0;
  readonly #stdout: OutputStream;

  constructor(stdout: OutputStream) {
    super({
      decodeStrings: false,
      write: (text, _encoding, done) => {
        void this.#forward(String(text), done);
      },
    });
    this.#stdout = stdout;
  }

  async #forward(text: string, done: () => void): Promise<void> {
    try {
      if (!this.isMuted) {
        this.writes += 1;
        await this.#stdout.write(`${stopWrapping}${text}${wrapAgain}`);
      }
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
    }
    done();
  }

  get columns(): number {
    return this.#stdout.columns;
  }

  get rows(): number {
    return this.#stdout.rows;
  }
}

/** An empty stdin, for output without interaction. */
export function createNoInput(): Readable {
  return Readable.from([]);
}
