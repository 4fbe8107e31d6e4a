import {stringOf} from '../../../json/json.js';
import {numberCreates} from '../../../plan/number-creates.js';
import type {Change} from '../../../plan/plan.js';
import type {SentWrite} from './field-write.js';

/** Lists the writes with the changes of a plan that would send the same. */
export function listChanges(writes: readonly SentWrite[]): readonly (readonly [SentWrite, Change])[] {
  const changes = writes.map(write => [write, toChange(write)] as const);
  const nths = numberCreates(changes.map(([, change]) => change));
  return changes.map(([write, change], index) => {
    const nth = nths[index];
    return [write, nth === undefined ? change : {...change, nth}];
  });
}

function toChange(write: SentWrite): Change {
  const {action} = write;
  const change = {action, differences: [], notes: []};
  if (action === 'create') return {...change, name: stringOf(write.body['name']) ?? '', body: write.body};
  const {id, before} = write;
  return {
    ...change,
    // A field that was not read has only its id.
    name: before?.name ?? id,
    id,
    ...(action === 'update' ? {body: write.body} : {}),
    ...(before ? {before} : {}),
  };
}
