import {closeSync, existsSync, openSync, readSync} from 'node:fs';
import {join} from 'node:path';
import type {Context} from '../base/context.js';
import {isObject, stringOf} from '../json/json.js';
import {tryParseJson} from '../json/parse-json.js';
import type {TenantIdentity} from '../plan/tenant-identity.js';
import {damagedSuffix, findRunDirectory, journalExtension} from './run-directory.js';

/** The tenant stands near the start of the first line. */
const maxHeadBytes = 4096;

/** Reads which tenant a run is about, from the start of its journal; `undefined` if that cannot be told. */
export async function readRunTenant(context: Context, run: string): Promise<TenantIdentity | undefined> {
  const journal = join(await findRunDirectory(context), `${run}${journalExtension}`);
  const path = [journal, `${journal}${damagedSuffix}`].find(each => existsSync(each));
  if (path === undefined) return undefined;
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(maxHeadBytes);
    const text = head.toString('utf8', 0, readSync(file, head, 0, maxHeadBytes, 0));
    const value = '(?:null|"(?:[^"\\\\]|\\\\.)*")';
    const members = new RegExp(`"base_url":${value},"tenant":${value},"token_fingerprint":${value}`).exec(text)?.[0];
    const tenant = tryParseJson(`{${members ?? ''}}`);
    const baseUrl = isObject(tenant) ? stringOf(tenant['base_url']) : undefined;
    if (!isObject(tenant) || baseUrl === undefined) return undefined;
    return {
      base_url: baseUrl,
      tenant: stringOf(tenant['tenant']) ?? null,
      token_fingerprint: stringOf(tenant['token_fingerprint']) ?? null,
    };
  } finally {
    closeSync(file);
  }
}
