import {closeSync, existsSync, fstatSync, openSync, readSync} from 'node:fs';
import {join} from 'node:path';
import type {Context} from '../base/context.js';
import {findRunDirectory, journalExtension} from './run-directory.js';

/** Longer than the line of an `end` event, which may list some hundred fields whose choices the API keeps in its own order. */
const maxEndBytes = 16_384;

/** Outcomes of runs that completed. */
export const successes: readonly (string | undefined)[] = ['converged', 'done', 'undone'];

export interface RunEnd {
  /** In ms since the epoch. */
  readonly at: number;
  readonly hasSucceeded: boolean;
}

/**
 * Reads how a run ended; `undefined` if it was interrupted or is still running. A run whose journal is gone counts as
 * done long ago. Reads only the tail of the file.
 */
export async function readEnd(context: Context, run: string): Promise<RunEnd | undefined> {
  const path = join(await findRunDirectory(context), `${run}${journalExtension}`);
  if (!existsSync(path)) return {at: 0, hasSucceeded: true};
  const file = openSync(path, 'r');
  try {
    const tail = Buffer.alloc(maxEndBytes);
    const length = readSync(file, tail, 0, maxEndBytes, Math.max(0, fstatSync(file).size - maxEndBytes));
    const end = /(?:^|\n)\{"event":"end","at":"([^"]*)","outcome":"([^"]*)"[^\n]*\}\n$/.exec(
      tail.toString('utf8', 0, length),
    );
    return end ? {at: Date.parse(end[1] ?? ''), hasSucceeded: successes.includes(end[2])} : undefined;
  } finally {
    closeSync(file);
  }
}
