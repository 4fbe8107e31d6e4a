import {arrayOf, type Json, objectOf, stringOf} from '../json/json.js';
import type {Run} from './run.js';

/**
 * Lists the members of a field that undos have sent to restore them, with the values; not those of an undo that has
 * seen the result. Others were sent along as they were, where the API clears what an update does not send.
 */
export function listRestored(
  undos: readonly Run[],
  id: Json | undefined,
): readonly (readonly [string, Json | undefined])[] {
  const open = undos.filter(({outcome}) => outcome !== 'converged');
  return open.flatMap(({plan}) =>
    plan.changes
      .filter(change => change.id === id)
      .flatMap(({body = {}, differences}) => {
        const paths = (arrayOf(differences) ?? []).map(each => stringOf(objectOf(each)?.['path']) ?? '');
        const changed = new Set(paths.map(path => path.split(/[.[]/)[0]));
        return Object.entries(body).filter(([member]) => changed.has(member));
      }),
  );
}
