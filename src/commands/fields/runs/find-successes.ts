import type {ApiContext} from '../../../app/api-context.js';
import {compareRuns, type Run} from '../../../plan/run.js';
import {isRunOf} from '../../../plan/tenant-identity.js';
import {listUnfinished} from '../../../plan/unfinished-replacements.js';
import {findRuns} from './find-run.js';
import {identifyTenant} from './identify-tenant.js';

/** How many runs that succeeded are read at a time, and how many times more after the first two. */
const batchSize = 25;
const maxBatches = 4;

/** A run that succeeded. */
export interface Success {
  readonly id: string;
  /** When it ended, in ms since the epoch. */
  readonly at: number;
}

/**
 * Finds the successful runs among the later ones that may have completed what these began: usually one right after, or
 * a recent one. More are read only while a replacement seems to be unfinished.
 *
 * @param later successful runs, latest first
 */
export async function findSuccesses(
  context: ApiContext,
  recent: readonly Run[],
  later: readonly Success[],
): Promise<readonly Run[]> {
  const tenant = identifyTenant(context);
  const ids = later.map(({id}) => id);
  const isRead = new Set<string>();
  let found: readonly Run[] = [];
  let next: readonly string[] = [...new Set([...ids.slice(0, batchSize), ...ids.slice(-batchSize)])];
  for (let batches = 0; next.length > 0 && batches <= maxBatches; batches += 1) {
    const runs = await findRuns(context, next);
    found = [...found, ...runs.filter(run => isRunOf(run, tenant))];
    for (const id of next) isRead.add(id);
    const open = listOpen([...recent, ...found]);
    const begun = recent.flatMap(({run, began}) => (open.has(run) ? Date.parse(began) : []));
    next = later.flatMap(({id, at}) => (!isRead.has(id) && at >= Math.min(...begun) ? id : [])).slice(-batchSize);
  }
  return found;
}

/** The ids of the runs that have deleted a field to replace it, which none of the runs has created again. */
export function listOpen(runs: readonly Run[]): ReadonlySet<string> {
  return new Set(listUnfinished(runs.toSorted((a, b) => compareRuns(b, a))).map(({run}) => run));
}
