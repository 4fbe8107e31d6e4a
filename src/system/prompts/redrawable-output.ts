import {Writable} from 'node:stream';

/** Hides the cursor: a prompt draws its own. */
const hideCursor = '\u001b[?25l';

/**
 * The terminal as the stream of a prompt; `redraw` draws the prompt again below what was written meanwhile.
 */
export class RedrawableOutput extends Writable {
  readonly isTTY = true;
  readonly #terminal: NodeJS.WriteStream;
  /** The pieces that a redraw writes; `undefined` outside of one. */
  #redrawn: string[] | undefined;
  #isNarrow = false;

  constructor(terminal: NodeJS.WriteStream) {
    super({
      decodeStrings: false,
      write: (text, _encoding, done) => {
        terminal.write(String(text));
        done();
      },
    });
    this.#terminal = terminal;
    const onResize = () => this.emit('resize');
    terminal.on('resize', onResize);
    this.once('close', () => terminal.off('resize', onResize));
  }

  get columns(): number {
    return this.#isNarrow ? 1 : this.#terminal.columns;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  override write(text: string): boolean {
    if (!this.#redrawn) return super.write(text);
    this.#redrawn.push(text);
    return true;
  }

  /**
   * Draws the prompt again. It skips unchanged text, so the terminal pretends to be one column wide for a moment;
   * of what it then writes, only the last piece is its text.
   */
  redraw(): void {
    this.#redrawn = [];
    this.#isNarrow = true;
    this.emit('resize');
    this.#isNarrow = false;
    this.emit('resize');
    const text = this.#redrawn.at(-1) ?? '';
    this.#redrawn = undefined;
    super.write(`${hideCursor}${text}`);
  }
}
