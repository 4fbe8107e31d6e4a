import {listDeletedIds} from './find-unlisted.js';
import type {Run} from './run.js';
import type {SeenField} from './tenant-identity.js';

/** Lists the fields that a run saw on its tenant or created there, except deleted ones: the API may reuse their ids. */
export function listSeenFields(run: Run): readonly SeenField[] {
  const {writes, plan} = run;
  const deleted = new Set(listDeletedIds(run));
  const created = writes.flatMap(({action, id, name, listedAs = name}) =>
    action === 'create' && id !== undefined ? [{id, name: listedAs}] : [],
  );
  return [...plan.seen.filter(({id}) => !deleted.has(id)), ...created];
}
