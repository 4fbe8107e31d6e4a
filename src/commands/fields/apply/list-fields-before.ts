import {type JsonObject, stringOf} from '../../../json/json.js';
import {type FieldsBefore, findMovedDefaults, hasMovedDefault} from '../../../plan/carried-default.js';
import {createBodyFinder} from '../../../plan/list-run-writes.js';
import type {Change} from '../../../plan/plan.js';
import type {Run, WriteState} from '../../../plan/run.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import type {RunState} from './write-change.js';

/** The names of the fields that a resumed run has created or is to create, whatever came of it. */
function listCreatedNames(resumed: Run | undefined): readonly string[] {
  return resumed?.writes.flatMap(({action, name}) => (action === 'create' ? name : [])) ?? [];
}

/** The names of the fields whose choices were sent. */
export function listWritten(changes: readonly Change[], resumed: Run | undefined): ReadonlySet<string> {
  const findBody = createBodyFinder(resumed?.plan.changes ?? []);
  const hasSentOptions = (write: WriteState) => findBody(write)['options'] !== undefined;
  return new Set([
    ...listCreatedNames(resumed),
    ...(resumed?.writes.filter(hasSentOptions).map(({name}) => name) ?? []),
    ...changes.flatMap(({name, body}) => (body?.['options'] === undefined ? [] : [name])),
  ]);
}

export function listFieldsBefore(
  {plan: {changes}, replaced, current}: TenantPlan,
  replies: RunState['replies'],
  resumed: Run | undefined,
): FieldsBefore {
  const created = new Set(listCreatedNames(resumed));
  const isNew = ({name}: JsonObject) =>
    created.has(stringOf(name) ?? '') || changes.some(change => change.name === name && change.action === 'create');
  return {
    replaced: [
      // What an earlier replacement was to carry over, the field to replace may not have.
      ...replaced,
      ...changes.flatMap(({action, before}) => (action === 'replace' && before ? [before] : [])),
      ...(resumed?.before.filter(isNew) ?? []),
    ],
    moved: [
      ...changes.flatMap(({before, id}) => (before && hasMovedDefault(before, replies.get(id)) ? [before] : [])),
      ...(resumed ? findMovedDefaults([resumed], current) : []),
    ],
  };
}
