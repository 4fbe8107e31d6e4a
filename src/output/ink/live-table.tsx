import {Box, Text, useStdout} from 'ink';
import {useLayoutEffect} from 'react';
import {paint} from '../theme.js';
import {useElapsed} from './use-elapsed.js';

/** How far a list has come. */
export interface Progress {
  readonly pages: number;
  readonly rows: number;
  /** Why nothing comes, in place of what is awaited. */
  readonly remark?: string | undefined;
}

interface Clock {
  readonly startedAt: Date;
  readonly now: () => Date;
}

/** A first page that comes quickly gets no line that only flickers. */
const silentMs = 300;

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** What has come, how long it took, and what is awaited; `elapsed` in milliseconds. */
export function describeProgress({pages, rows, remark}: Progress, elapsed: number): string {
  const come = pages === 0 ? '' : `${count(pages, 'page')}, ${count(rows, 'row')}, `;
  return `${come}${(elapsed / 1000).toFixed(1)} s, ${remark ?? `waiting for page ${pages + 1}`}`;
}

function ProgressLine({
  progress,
  clock: {startedAt, now},
  hasColor,
}: {
  readonly progress: Progress;
  readonly clock: Clock;
  readonly hasColor: boolean;
}) {
  const elapsed = useElapsed(startedAt, now);
  if (progress.pages === 0 && progress.remark === undefined && elapsed < silentMs) return undefined;
  return <Text wrap="truncate">{paint(describeProgress(progress, elapsed), 'dim', hasColor)}</Text>;
}

/**
 * Lines that are drawn anew as more comes, and the progress below them. The lines are fitted already: Ink's cost grows with its elements, so they
 * are one.
 */
export function LiveTable({
  lines,
  progress,
  clock,
  hasColor,
  onReady,
}: {
  readonly lines: readonly string[];
  readonly progress: Progress | undefined;
  readonly clock: Clock;
  readonly hasColor: boolean;
  /** Gets the way to write above all of it, for good. */
  readonly onReady: (print: (text: string) => void) => void;
}) {
  const {write} = useStdout();
  useLayoutEffect(() => onReady(write), [onReady, write]);
  return (
    <Box flexDirection="column">
      {lines.length > 0 && <Text wrap="truncate">{lines.join('\n')}</Text>}
      {progress && <ProgressLine progress={progress} clock={clock} hasColor={hasColor} />}
    </Box>
  );
}
