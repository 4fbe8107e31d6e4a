import {Writable} from 'node:stream';

const enterAlternateScreen = '\u001b[?1049h';
const leaveAlternateScreen = '\u001b[?1049l';
/**
 * A clear screen, since an editor that was killed leaves its text; cursor home, which Ink does not do; no wrapping, as
 * a frame may be too wide just after a resize; and the mouse wheel as arrow keys.
 */
const prepareScreen = '\u001b[2J\u001b[H\u001b[?7l\u001b[?1007h';
const restoreScreen = '\u001b[?1007l\u001b[?7h';

/** The terminal that Ink draws on. */
export class ScreenOutput extends Writable {
  readonly isTTY = true;
  readonly #terminal: NodeJS.WriteStream;
  readonly #onResize = () => this.emit('resize');
  #isAbandoned = false;

  constructor(terminal: NodeJS.WriteStream) {
    super({
      decodeStrings: false,
      write: (text, _encoding, done) => {
        if (this.#isAbandoned) return done();
        terminal.write(
          String(text)
            .replace(enterAlternateScreen, `${enterAlternateScreen}${prepareScreen}`)
            .replace(leaveAlternateScreen, `${restoreScreen}${leaveAlternateScreen}`),
          // A terminal that is gone sends SIGHUP, which ends the browser.
          () => done(),
        );
      },
    });
    this.#terminal = terminal;
    terminal.on('resize', this.#onResize);
  }

  get columns(): number {
    return this.#terminal.columns;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  /** Leaves the alternate screen and writes nothing more, as the process ends. */
  abandon(): void {
    this.#terminal.write(`${restoreScreen}${leaveAlternateScreen}`);
    this.#isAbandoned = true;
  }

  /** Resolves once all that was written has reached the terminal. */
  flush(): Promise<void> {
    return new Promise(resolve => this.write('', () => resolve()));
  }

  close(): void {
    this.#terminal.off('resize', this.#onResize);
  }
}
