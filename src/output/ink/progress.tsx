import {Text} from 'ink';
import {countNouns} from '../../base/count-nouns.js';
import {paint} from '../theme.js';
import {useElapsed} from './use-elapsed.js';

export interface ProgressState {
  readonly pages: number;
  readonly rows: number;
  /** Why nothing arrives; replaces "waiting for page 2". */
  readonly waiting?: string | undefined;
}

export interface Clock {
  readonly startedAt: Date;
  readonly now: () => Date;
}

/** Faster first pages get no progress line, which would only flicker. */
const silentMs = 300;

/** Such as `2 pages, 100 rows, 1.4 s, waiting for page 3`. */
export function describeProgress({pages, rows, waiting}: ProgressState, elapsedMs: number): string {
  const arrived = pages === 0 ? '' : `${countNouns(pages, 'page')}, ${countNouns(rows, 'row')}, `;
  return `${arrived}${(elapsedMs / 1000).toFixed(1)} s, ${waiting ?? `waiting for page ${pages + 1}`}`;
}

interface ProgressProps {
  readonly state: ProgressState;
  readonly clock: Clock;
  readonly hasColor: boolean;
}

/** The line below a list that is still arriving. */
export function Progress({state, clock: {startedAt, now}, hasColor}: ProgressProps) {
  const elapsedMs = useElapsed(startedAt, now);
  if (state.pages === 0 && state.waiting === undefined && elapsedMs < silentMs) return undefined;
  return <Text wrap="truncate">{paint(describeProgress(state, elapsedMs), 'dim', hasColor)}</Text>;
}
