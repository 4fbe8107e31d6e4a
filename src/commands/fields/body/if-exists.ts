import {withoutArchivedTwins} from '../../../api/looks-deleted.js';
import {type CustomField, isMarkedDeleted} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {GuardError, UsageError} from '../../../base/errors.js';
import {mapInSteps, yieldToSignals} from '../../../base/yield-to-signals.js';
import {stringOf} from '../../../json/json.js';
import {createRenamedFinder, describeRenamed} from '../../../plan/find-renamed.js';
import type {Run} from '../../../plan/run.js';
import {createLookalikeFinder, describeSpelling, toPlainName} from '../../../plan/similar-names.js';
import {findRecentRuns} from '../runs/find-recent-runs.js';
import {readFieldsToWrite} from '../runs/read-fields-to-write.js';
import type {PreparedWrites} from '../write/execute-field-writes.js';
import {type PreparedWrite, toDecision} from '../write/field-write.js';
import {decide, decideNew, type IfExists} from './decide-create.js';
import type {Body} from './read-bodies.js';

/**
 * Reads once which names are taken, and decides for each body what to do. The API accepts several fields with the same
 * name, so bizctl refuses them unless `ifExists` is `allow`.
 *
 * @throws UsageError if two bodies have the same name
 */
export async function prepareCreates(
  context: ApiContext,
  bodies: readonly Body[],
  ifExists: IfExists,
): Promise<PreparedWrites> {
  if (ifExists === 'allow')
    return {writes: bodies.map(body => ({label: nameOf(body), decision: decideNew(body.body, undefined)}))};
  refuseRepeatedNames(bodies);
  await yieldToSignals(context.signal);
  const runs = await findRecentRuns(context);
  const names = bodies.map(({body}) => stringOf(body['name']) ?? '');
  const fields = await readFields(context, names, runs);
  const existingIds = new Set(fields.flatMap(({id}) => id ?? []));
  const findLookalikes = createLookalikeFinder(fields, names);
  const findRenamed = createRenamedFinder(runs, fields);
  const prepare = (body: Body): PreparedWrite => {
    const name = stringOf(body.body['name']) ?? '';
    const lookalikes = findLookalikes(name, body.body);
    const live = withoutArchivedTwins(lookalikes.filter(field => !isMarkedDeleted(field)));
    const hasName = (field: CustomField) => field.name === name;
    const candidates = [live.filter(hasName), lookalikes.filter(hasName), live];
    const current = candidates.find(({length}) => length > 0) ?? [];
    const renamed = findRenamed(name);
    return {
      label: nameOf(body),
      decision: toDecision(() => {
        if (renamed && current.length === 0) {
          const {message, hint} = describeRenamed(name, renamed);
          throw new GuardError(message, hint);
        }
        return decide(body, current, existingIds, ifExists);
      }),
    };
  };
  return {seen: fields, writes: await mapInSteps(bodies, prepare, context.signal)};
}

/** Reads all fields, with those that a recent run has created under one of the names. */
function readFields(
  context: ApiContext,
  names: readonly string[],
  runs: readonly Run[],
): Promise<readonly CustomField[]> {
  const plainNames = new Set(names.map(toPlainName));
  return readFieldsToWrite(context, ({name}) => plainNames.has(toPlainName(name)), {
    mustBeComplete: true,
    toCreates: fields => {
      const taken = new Set(fields.map(({name}) => name));
      return names.filter(name => !taken.has(name)).map(name => ({action: 'create', name}));
    },
    recent: runs,
  });
}

function nameOf({body, place}: Body): string {
  return `${place === undefined ? '' : `${place}: `}${JSON.stringify(body['name'] ?? null)}`;
}

function refuseRepeatedNames(bodies: readonly Body[]): void {
  const named = bodies.map(body => ({...body, name: stringOf(body.body['name']) ?? ''}));
  for (const [key, same] of Map.groupBy(named, ({name}) => toPlainName(name) || name)) {
    const [first, second] = same;
    if (key === '' || first === undefined || second === undefined) continue;
    const other = same.find(({name}) => name !== first.name);
    const difference = other && ` (the spellings differ only in ${describeSpelling(first.name, other.name)})`;
    throw new UsageError(
      `${second.place === undefined ? '' : `${second.place}: `}the name ${JSON.stringify(second.name)} appears ${same.length} times in the input${difference ?? ''}`,
      'Remove one, or use --if-exists allow.',
    );
  }
}
