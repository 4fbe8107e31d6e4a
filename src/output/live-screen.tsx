import {render} from 'ink';
import {createNoInput, InkStream} from './ink-stream.js';
import {describeProgress, LiveTable, type Progress} from './live-table.js';
import type {OutputStream} from './stream.js';

/** The end of a terminal's screen while a list comes: lines that may still change, and the progress below them. */
export interface LiveScreen {
  /** Draws these lines in place of those drawn before; the progress is left out when nothing more is awaited. */
  readonly draw: (lines: readonly string[], progress: Progress | undefined) => Promise<void>;
  /** Writes lines above, for good, and draws none. */
  readonly print: (lines: readonly string[], progress: Progress | undefined) => Promise<void>;
  /** True when the terminal has another size since lines were drawn: they are laid out anew then, and cannot be drawn over. */
  readonly isStale: () => boolean;
  /** Ends it without the progress. The lines that are drawn stay, or go if they can. */
  readonly close: (stays: boolean) => Promise<void>;
}

const eraseLineAbove = '\u001b[1A\u001b[2K';
const showCursor = '\u001b[?25h';

export function openLiveScreen(stdout: OutputStream, now: () => Date, startedAt: Date): LiveScreen {
  const stream = new InkStream(stdout);
  let write: (text: string) => void = () => {};
  let lines: readonly string[] = [];
  let awaited: Progress | undefined = {pages: 0, rows: 0};
  const clock = {startedAt, now};
  const onReady = (print: (text: string) => void) => {
    write = print;
  };
  const stopListening = stdout.onResize(() => {
    if (lines.length > 0) stream.isMuted = true;
  });
  const element = () => (
    <LiveTable lines={lines} progress={awaited} clock={clock} hasColor={stdout.hasColor} onReady={onReady} />
  );
  const instance = render(element(), {
    stdout: stream,
    stdin: createNoInput(),
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
  });

  const update = async (progress: Progress | undefined) => {
    awaited = progress;
    instance.rerender(element());
    await instance.waitUntilRenderFlush();
    if (stream.failure) throw stream.failure;
  };

  /** A line that is longer than the terminal is wide by now stands on several. */
  const countProgressLines = () => {
    if (!awaited) return 0;
    const {length} = describeProgress(awaited, now().getTime() - startedAt.getTime());
    return Math.ceil(length / stdout.columns);
  };

  return {
    isStale: () => stream.isMuted,
    draw: (drawn, progress) => {
      lines = drawn;
      return update(progress);
    },
    print: (printed, progress) => {
      lines = [];
      if (printed.length > 0) write(`${printed.join('\n')}\n`);
      return update(progress);
    },
    close: async stays => {
      stopListening();
      const isStale = stream.isMuted;
      if (!isStale && stays && lines.length > 0) await update(undefined);
      else if (!isStale) {
        // Ink would leave an empty line for an empty frame.
        instance.clear();
        stream.isMuted = true;
      }
      instance.unmount();
      await instance.waitUntilExit();
      if (stream.isMuted)
        await stdout.write(`${isStale ? eraseLineAbove.repeat(countProgressLines()) : ''}${showCursor}`);
      if (stream.failure) throw stream.failure;
    },
  };
}
