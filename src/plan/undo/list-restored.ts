import {arrayOf, type Json, objectOf, stringOf} from '../../json/json.js';
import type {Run} from '../run.js';

/**
 * Lists the members of a field that undos have sent to restore them, with the values, and that the API may have
 * restored in part: the undo did not see the result, the reply was not what it had sent, or it had to send more. Others
 * were sent along as they were, where the API clears what an update does not send.
 */
export function listRestored(
  undos: readonly Run[],
  id: Json | undefined,
): readonly (readonly [string, Json | undefined])[] {
  return undos.flatMap(({outcome, plan, writes}) => {
    const own = outcome === 'converged' ? [] : writes.filter(write => write.id === id && write.action === 'update');
    const mayBePartial = (member: string) =>
      own.some(({state, stored = {}, body = {}}) => state === 'open' || member in {...stored, ...body});
    return plan.changes
      .filter(change => change.id === id)
      .flatMap(({body = {}, differences}) => {
        const paths = (arrayOf(differences) ?? []).map(each => stringOf(objectOf(each)?.['path']) ?? '');
        const changed = new Set(paths.map(path => path.split(/[.[]/)[0]));
        return Object.entries(body).filter(([member]) => changed.has(member) && mayBePartial(member));
      });
  });
}
