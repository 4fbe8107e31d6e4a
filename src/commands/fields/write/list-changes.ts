import {numberCreates} from '../../../plan/number-creates.js';
import type {Change} from '../../../plan/plan.js';
import {type FieldWrite, nameOfWrite} from './field-write.js';

type SentWrite = Exclude<FieldWrite, {readonly action: 'none'}>;

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
  return {
    action: write.action,
    name: nameOfWrite(write),
    differences: [],
    notes: [],
    ...(write.action === 'create' ? {} : {id: write.id}),
    ...(write.action === 'delete' ? {} : {body: write.body}),
    ...(write.action === 'create' || write.before === undefined ? {} : {before: write.before}),
  };
}
