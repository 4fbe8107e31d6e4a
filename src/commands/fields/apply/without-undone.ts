import type {ApiContext} from '../../../app/api-context.js';
import type {Run, WriteState} from '../../../plan/run.js';
import {mayBeCarriedOut} from '../runs/unlisted-fields.js';

/**
 * Leaves out of a run that was undone all but what may have been carried out since, as its outcome was unknown: updates
 * and deletions, unless a later run has written the field. A field that was created since may be somebody else's.
 */
export function withoutUndone(context: ApiContext, run: Run, later: readonly Run[]): Run {
  if (run.outcome !== 'undone') return run;
  const written = later.flatMap(({plan, writes}) => {
    const marking = new Set(plan.changes.flatMap(({id, body}) => (body?.['deleted'] === true ? (id ?? []) : [])));
    const isDeletion = ({action, id = ''}: WriteState) => action !== 'update' || marking.has(id);
    return writes.filter(({state}) => state !== 'failed').map(write => ({...write, isDeletion: isDeletion(write)}));
  });
  // Other updates say nothing of a deletion.
  const concerns = (write: WriteState, other: (typeof written)[number]) =>
    (other.id === write.id || other.name === write.name) && (write.action === 'update' || other.isDeletion);
  const isLeft = (write: WriteState) =>
    write.action !== 'create' && mayBeCarriedOut(context, write) && !written.some(other => concerns(write, other));
  return {...run, writes: run.writes.filter(isLeft)};
}
