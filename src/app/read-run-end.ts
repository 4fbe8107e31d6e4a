import type {Context} from '../base/context.js';
import {isObject, stringOf} from '../json/json.js';
import {tryParseJson} from '../json/parse-json.js';
import {orEmpty, readJournalPart} from './read-journal-file.js';
import {findJournal} from './run-directory.js';

/**
 * Longer than the line of an `end` event, which may list a few hundred fields whose choices the API keeps in its own
 * order.
 */
const maxEndBytes = 16_384;

/** Outcomes of runs that completed. */
export const successes: readonly (string | undefined)[] = ['converged', 'done', 'undone'];

export interface RunEnd {
  /** In ms since the epoch. */
  readonly at: number;
  readonly hasSucceeded: boolean;
  /** True for a single write that succeeded, such as `fields create`. */
  readonly isSingle: boolean;
  /** True if the API ignored a part of what was sent. */
  readonly hasIgnored: boolean;
}

/**
 * Reads how a run ended; `undefined` if it was interrupted or is still running. A run whose journal is gone counts as
 * done long ago, one that cannot be read as interrupted. Reads only the tail of the file.
 */
export async function readRunEnd(context: Context, run: string): Promise<RunEnd | undefined> {
  const {path} = await findJournal(context, run);
  const tail = orEmpty(() => readJournalPart(path, 'end', maxEndBytes));
  if (tail === undefined) return {at: 0, hasSucceeded: true, isSingle: false, hasIgnored: false};
  // A line without its break was cut off.
  const last = tail.endsWith('\n') ? tryParseJson(tail.slice(tail.lastIndexOf('\n', tail.length - 2) + 1)) : undefined;
  if (!isObject(last) || last['event'] !== 'end') return undefined;
  const outcome = stringOf(last['outcome']);
  return {
    at: Date.parse(stringOf(last['at']) ?? ''),
    hasSucceeded: successes.includes(outcome),
    isSingle: outcome === 'done',
    hasIgnored: last['ignored'] !== undefined,
  };
}
