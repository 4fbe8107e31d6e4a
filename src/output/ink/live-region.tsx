import {Box, render} from 'ink';
import type {OutputStream} from '../../base/output-stream.js';
import {createNoInput, InkStream} from './ink-stream.js';
import {type Clock, describeProgress, Progress, type ProgressState} from './progress.js';
import {Table, type TableProps} from './table.js';

/** The bottom of the screen while a list arrives: rows whose layout may still change, and the progress below them. */
export interface LiveRegion {
  /** Redraws the table. Resolves to false when the screen was disturbed first. */
  readonly draw: (table: TableProps | undefined, progress: ProgressState | undefined) => Promise<boolean>;
  /** Writes permanent text above the region and removes the table. */
  readonly print: (text: string, progress: ProgressState | undefined) => Promise<void>;
  /** Shows in the progress line why nothing arrives. */
  readonly showWaiting: (message: string | undefined) => void;
  /**
   * True when the terminal was resized or written to since the table was drawn, so that it cannot be redrawn in place.
   */
  readonly isStale: () => boolean;
  /** Removes the progress line, and the table unless `keepsTable`. */
  readonly close: (keepsTable: boolean) => Promise<void>;
}

const eraseLineAbove = '\u001b[1A\u001b[2K';
const showCursor = '\u001b[?25h';

interface Frame {
  readonly table: TableProps | undefined;
  readonly progress: ProgressState | undefined;
}

export function openLiveRegion(stdout: OutputStream, clock: Clock): LiveRegion {
  const stream = new InkStream(stdout);
  let next: Frame = {table: undefined, progress: {pages: 0, rows: 0}};
  let drawn: Frame = {table: undefined, progress: undefined};
  let writesBefore = 0;
  let waiting: string | undefined;
  let isStale = false;
  /** True when the shell wrote below the region. */
  let hasOutputBelow = false;
  const recordDrawn = () => {
    if (stream.writes > writesBefore) drawn = next;
  };
  const stopListening = stdout.onDisturbed(how => {
    hasOutputBelow ||= how === 'continued';
    recordDrawn();
    isStale = drawn.table !== undefined;
    stream.isMuted = isStale;
  });
  const progressOf = ({progress}: Frame) => progress && {...progress, waiting};
  const element = () => {
    const progress = progressOf(next);
    return (
      <Box flexDirection="column">
        {next.table && <Table {...next.table} />}
        {progress && <Progress state={progress} clock={clock} hasColor={stdout.hasColor} />}
      </Box>
    );
  };
  const instance = render(element(), {
    stdout: stream,
    stdin: createNoInput(),
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    // Every frame is flushed; Ink's timer for 30 frames per second would only keep the process alive for 34 ms.
    maxFps: 1000,
  });
  const flush = async () => {
    await instance.waitUntilRenderFlush();
    if (stream.failure) throw stream.failure;
  };

  const draw: LiveRegion['draw'] = async (table, progress) => {
    writesBefore = stream.writes;
    next = {table, progress};
    instance.rerender(element());
    await flush();
    if (!isStale) drawn = next;
    return drawn === next;
  };
  /** Counts the screen lines of the progress line, which may have been rewrapped since it was drawn. */
  const countProgressLines = () => {
    const progress = progressOf(drawn);
    if (!progress || hasOutputBelow) return 0;
    const {length} = describeProgress(progress, clock.now().getTime() - clock.startedAt.getTime());
    return Math.ceil(length / stdout.columns);
  };
  const end = async (lastText: string) => {
    // Ink would write the last frame once more.
    stream.destroy();
    instance.unmount();
    await instance.waitUntilExit();
    await stdout.write(`${lastText}${showCursor}`);
  };

  return {
    draw,
    isStale: () => isStale,
    showWaiting: message => {
      waiting = message;
      if (!stream.isMuted) instance.rerender(element());
    },
    print: async (text, progress) => {
      instance.clear();
      stream.write(text);
      await draw(undefined, progress);
    },
    close: async keepsTable => {
      stopListening();
      if (isStale) return end(eraseLineAbove.repeat(countProgressLines()));
      // A frame that is still due would be drawn again after it is cleared.
      await flush();
      // Ink leaves an empty line for an empty frame.
      if (!keepsTable || !next.table) instance.clear();
      else if (next.progress) await draw(next.table, undefined);
      await flush();
      await end('');
    },
  };
}
