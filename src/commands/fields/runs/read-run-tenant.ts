import {orEmpty, readJournalPart} from '../../../app/read-journal-file.js';
import {findJournal} from '../../../app/run-directory.js';
import type {Context} from '../../../base/context.js';
import {isObject, stringOf} from '../../../json/json.js';
import {tryParseJson} from '../../../json/parse-json.js';
import type {TenantIdentity} from '../../../plan/tenant-identity.js';

/** The tenant is near the start of the first line. */
const maxHeadBytes = 4096;

/** Tenants by the path of the journal, whose first line never changes. */
const known = new Map<string, TenantIdentity>();

/**
 * Reads the tenant of a run from the start of its journal; `undefined` if it is not found there, or the journal cannot
 * be read.
 */
export async function readRunTenant(context: Context, run: string): Promise<TenantIdentity | undefined> {
  const {path, damaged} = await findJournal(context, run);
  const before = known.get(path);
  if (before) return before;
  const read = (journal: string) => orEmpty(() => readJournalPart(journal, 'start', maxHeadBytes));
  const head = read(path) ?? read(damaged) ?? '';
  const tenant = findTenant(head);
  if (tenant) known.set(path, tenant);
  return tenant;
}

function findTenant(head: string): TenantIdentity | undefined {
  const value = '(?:null|"(?:[^"\\\\]|\\\\.)*")';
  const members = new RegExp(`"base_url":${value},"tenant":${value},"token_fingerprint":${value}`).exec(head)?.[0];
  const tenant = tryParseJson(`{${members ?? ''}}`);
  const baseUrl = isObject(tenant) ? stringOf(tenant['base_url']) : undefined;
  if (!isObject(tenant) || baseUrl === undefined) return undefined;
  return {
    base_url: baseUrl,
    tenant: stringOf(tenant['tenant']) ?? null,
    token_fingerprint: stringOf(tenant['token_fingerprint']) ?? null,
  };
}
