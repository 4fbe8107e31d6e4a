import {countNouns} from '../../base/count-nouns.js';
import {IncompleteError} from '../../base/errors.js';
import type {TableView} from '../../output/view.js';

export interface SweepRow {
  readonly fault: string;
  readonly cases: number;
  /** Cases in which the apply succeeded despite the fault. */
  readonly first_try: number;
  /** Cases that succeeded with `--resume`, or when applied again. */
  readonly resumed: number;
  /** The broken guarantees: each names its case and what was wrong. */
  readonly breaches: readonly string[];
}

export const sweepTable: TableView<SweepRow> = {
  isFinite: true,
  columns: () => [
    {path: 'fault', weight: 5, minWidth: 20},
    {path: 'cases'},
    {path: 'first_try', title: 'first try'},
    {path: 'resumed'},
    {path: 'breaches', title: 'failed', show: ({breaches}) => String(breaches.length)},
  ],
  documented: ['fault', 'cases', 'first_try', 'resumed', 'breaches'],
  toValue: row => ({...row}),
};

/** @throws IncompleteError naming the first case that broke a guarantee */
export function refuseBreaches(rows: readonly SweepRow[]): void {
  const breaches = rows.flatMap(({breaches}) => breaches);
  if (breaches.length > 0)
    throw new IncompleteError(`${countNouns(breaches.length, 'case')} failed: ${breaches[0]}`, {
      hint: 'Please report this and attach the fields file.',
    });
}
