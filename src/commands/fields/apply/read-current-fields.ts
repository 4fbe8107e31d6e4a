import {readSettledFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {listRunIds} from '../../../app/list-run-ids.js';
import {wasWrittenSince} from '../../../app/run-store.js';
import {type JsonObject, stringOf} from '../../../json/json.js';
import {lockNameOf, type TenantIdentity} from '../../../plan/tenant-identity.js';
import {findRun} from './find-run.js';
import {identifyTenant} from './identify-tenant.js';
import {pollWaits} from './list-lag.js';

/** Whether a field must be listed, and when the write was done that made it so. */
interface RecentWrite {
  readonly exists: boolean;
  readonly at: number;
}

/**
 * Reads all fields, each once. A list that does not show yet what this machine has just created or deleted is read again
 * until it does, at most for the longest lag (fault 138): a create based on it would make a field twice.
 *
 * @throws StaleError if an id has two contents
 */
export async function readCurrentFields(context: ApiContext): Promise<readonly CustomField[]> {
  const {http, timing, signal, reporter} = context;
  let fields = await readSettledFields(http);
  const recent = await findRecentWrites(context);
  const isCurrent = () => {
    const listed = new Set(fields.map(({id}) => id));
    return [...recent].every(([id, {exists}]) => listed.has(id) === exists);
  };
  if (isCurrent()) return fields;
  await reporter.note('the list does not show the latest writes from this machine yet; waiting for it');
  const latest = Math.max(...[...recent.values()].map(({at}) => at));
  for (const wait of pollWaits(timing, latest + timing.maxLagMs - context.now().getTime())) {
    await timing.sleep(wait, signal);
    fields = await readSettledFields(http);
    if (isCurrent()) break;
  }
  return fields;
}

function readTenant(plan: JsonObject): TenantIdentity {
  return {
    base_url: stringOf(plan['base_url']) ?? '',
    tenant: stringOf(plan['tenant']) ?? null,
    token_fingerprint: stringOf(plan['token_fingerprint']) ?? null,
  };
}

/** The creates and deletes on this tenant within the longest lag, the last one of each id. */
async function findRecentWrites(context: ApiContext): Promise<ReadonlyMap<string, RecentWrite>> {
  // The embedded sandbox shows each write at once.
  if (context.options.sandbox !== undefined) return new Map();
  const tenant = lockNameOf(identifyTenant(context));
  const since = new Date(context.now().getTime() - context.timing.maxLagMs);
  const ids = await listRunIds(context);
  const isRecent = await Promise.all(ids.map(id => wasWrittenSince(context, id, since)));
  const runs = await Promise.all(ids.filter((_id, index) => isRecent[index]).map(id => findRun(context, id)));
  const writes = runs
    .flat()
    .filter(({plan}) => lockNameOf(readTenant(plan)) === tenant)
    .flatMap(run => run.writes)
    .filter(({state, action, at}) => state === 'done' && action !== 'update' && Date.parse(at) >= since.getTime())
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return new Map(
    writes.flatMap(({id, action, at}) =>
      id === undefined ? [] : [[id, {exists: action === 'create', at: Date.parse(at)}] as const],
    ),
  );
}
