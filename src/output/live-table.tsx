import {Box, Text, useStdout} from 'ink';
import {useLayoutEffect} from 'react';
import {paint} from './theme.js';
import {useElapsed} from './use-elapsed.js';

/** How far a list has come. */
export interface Progress {
  readonly pages: number;
  readonly rows: number;
}

interface Clock {
  readonly startedAt: Date;
  readonly now: () => Date;
}

/** A first page that comes quickly gets no line that only flickers. */
const silentMs = 300;

/** What has come, how long it took, and what is awaited. */
function ProgressLine({pages, rows, startedAt, now, hasColor}: Progress & Clock & {readonly hasColor: boolean}) {
  const elapsed = useElapsed(startedAt, now);
  if (pages === 0 && elapsed < silentMs) return undefined;
  const seconds = `${(elapsed / 1000).toFixed(1)} s`;
  const come = pages === 0 ? '' : `${pages} ${pages === 1 ? 'page' : 'pages'}, ${rows} rows, `;
  return <Text wrap="truncate">{paint(`${come}${seconds}, waiting for page ${pages + 1}`, 'dim', hasColor)}</Text>;
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
      {progress && <ProgressLine {...progress} {...clock} hasColor={hasColor} />}
    </Box>
  );
}
