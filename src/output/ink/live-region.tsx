import {render} from 'ink';
import type {OutputStream} from '../../base/output-stream.js';
import {createNoInput, InkStream} from './ink-stream.js';
import {describeProgress, LiveTable, type Progress} from './live-table.js';

/** The end of a terminal's screen while a list comes: lines that may still change, and the progress below them. */
export interface LiveRegion {
  /** Draws these lines in place of those drawn before; the progress is left out when nothing more is awaited. */
  readonly draw: (lines: readonly string[], progress: Progress | undefined) => Promise<void>;
  /** Writes lines above, for good, and draws none. */
  readonly print: (lines: readonly string[], progress: Progress | undefined) => Promise<void>;
  /** Says in the progress why nothing comes, until it is called with nothing. */
  readonly say: (remark: string | undefined) => void;
  /** How many lines are drawn. */
  readonly countDrawn: () => number;
  /** True when the drawn lines do not stand where they stood: they cannot be drawn over. */
  readonly isStale: () => boolean;
  /** Ends it without the progress. The lines that are drawn stay, or go if they can. */
  readonly close: (stays: boolean) => Promise<void>;
}

const eraseLineAbove = '\u001b[1A\u001b[2K';
const showCursor = '\u001b[?25h';

export function openLiveRegion(stdout: OutputStream, now: () => Date, startedAt: Date): LiveRegion {
  const stream = new InkStream(stdout);
  let write = (_text: string): void => {
    throw new Error('nothing is drawn yet');
  };
  let lines: readonly string[] = [];
  let drawn = 0;
  let writesBefore = 0;
  let isStale = false;
  let isClosed = false;
  let awaited: Progress | undefined = {pages: 0, rows: 0};
  let remark: string | undefined;
  const clock = {startedAt, now};
  const onReady = (print: (text: string) => void) => {
    write = print;
  };
  const countDrawn = () => (!stream.isMuted && stream.writes > writesBefore ? lines.length : drawn);
  let hasMoved = false;
  const stopListening = stdout.onDisturbed(how => {
    drawn = countDrawn();
    isStale = drawn > 0;
    hasMoved ||= how === 'continued';
    if (isStale) stream.isMuted = true;
  });
  const element = () => (
    <LiveTable
      lines={lines}
      progress={awaited && {...awaited, remark}}
      clock={clock}
      hasColor={stdout.hasColor}
      onReady={onReady}
    />
  );
  const instance = render(element(), {
    stdout: stream,
    stdin: createNoInput(),
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
  });

  const update = async (drawing: readonly string[], progress: Progress | undefined) => {
    drawn = countDrawn();
    writesBefore = stream.writes;
    [lines, awaited] = [drawing, progress];
    instance.rerender(element());
    await instance.waitUntilRenderFlush();
    if (stream.failure) throw stream.failure;
  };
  /** A line that is longer than the terminal is wide by now stands on several. */
  const countProgressLines = () => {
    if (!awaited || hasMoved) return 0;
    const {length} = describeProgress({...awaited, remark}, now().getTime() - startedAt.getTime());
    return Math.ceil(length / stdout.columns);
  };
  const end = async () => {
    instance.unmount();
    await instance.waitUntilExit();
  };

  return {
    isStale: () => isStale,
    countDrawn,
    say: said => {
      remark = said;
      if (!stream.isMuted) instance.rerender(element());
    },
    draw: (drawing, progress) => update(drawing, progress),
    print: async (printed, progress) => {
      await update([], progress);
      if (printed.length === 0) return;
      write(`${printed.join('\n')}\n`);
      await instance.waitUntilRenderFlush();
      if (stream.failure) throw stream.failure;
    },
    close: async stays => {
      if (isClosed) return;
      isClosed = true;
      stopListening();
      if (isStale) {
        await end();
        await stdout.write(`${eraseLineAbove.repeat(countProgressLines())}${showCursor}`);
      } else if (stays && lines.length > 0) {
        await update(lines, undefined);
        await end();
      } else {
        // Ink would leave an empty line for an empty frame.
        instance.clear();
        stream.isMuted = true;
        await end();
        await stdout.write(showCursor);
      }
      if (stream.failure) throw stream.failure;
    },
  };
}
