import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Page} from '../api/page.js';
import {only} from '../base/catch-errors.js';
import type {Context} from '../base/context.js';
import {messageOf} from '../base/inspect-error.js';
import {arrayOf, isObject, type JsonObject, stringOf} from '../json/json.js';
import {parseJson} from '../json/parse-json.js';
import {toPrintable} from '../output/printable.js';
import type {Connection} from '../profile/resolve-connection.js';
import {makeDirectory} from '../system/files/make-directory.js';
import {realPath} from '../system/files/real-path.js';
import {requireFile} from '../system/files/require-file.js';
import {writeAtomically} from '../system/files/write-atomically.js';
import type {ApiContext} from './api-context.js';

export interface CachedField {
  readonly id: string;
  readonly name: string;
  readonly label: string;
}

/** More would make completion slow and too long to be useful. */
const maxFields = 2000;

/** Identifies a tenant; several may share an address and differ only by token. */
export interface CacheKey {
  readonly connection: Pick<Connection, 'baseUrl' | 'token'>;
  /** The value of `--sandbox`, whose token changes with each process. */
  readonly sandbox: string | true | undefined;
}

async function cacheFile({directories}: Context, {connection, sandbox}: CacheKey): Promise<string> {
  const {cache} = await directories();
  const file = sandbox === true || sandbox === '' ? 'of the user' : sandbox && realPath(sandbox);
  const tenant = file === undefined ? `${connection.baseUrl.href} ${connection.token ?? ''}` : `sandbox ${file}`;
  return join(cache, `fields-${createHash('sha256').update(tenant).digest('hex').slice(0, 16)}.json`);
}

function toCached({id, name, label}: JsonObject): readonly CachedField[] {
  const field = {id: stringOf(id) ?? '', name: stringOf(name) ?? '', label: stringOf(label) ?? ''};
  // The user would not notice invisible characters that completion inserts.
  return Object.values(field).every(text => text === toPrintable(text)) ? [field] : [];
}

/** Passes the pages on, and caches the fields once a complete list has arrived. */
export async function* cacheFields(
  context: ApiContext,
  pages: AsyncIterable<Page<JsonObject>>,
): AsyncGenerator<Page<JsonObject>> {
  const fields: CachedField[] = [];
  let isTruncated = false;
  for await (const page of pages) {
    isTruncated ||= page.cut !== undefined;
    if (fields.length < maxFields) fields.push(...page.rows.slice(0, maxFields).flatMap(toCached));
    yield page;
  }
  if (isTruncated) return;
  try {
    const {cache} = await context.directories();
    makeDirectory(cache);
    const file = await cacheFile(context, {connection: context.connection, sandbox: context.options.sandbox});
    writeAtomically(file, `${JSON.stringify(fields.slice(0, maxFields))}\n`);
  } catch (error) {
    await context.reporter.trace(`! cannot cache the fields for completion: ${messageOf(error)}`);
  }
}

/** The fields from the last list; empty when nothing is cached. */
export async function readCachedFields(context: Context, key: CacheKey): Promise<readonly CachedField[]> {
  const reading = cacheFile(context, key).then(file => {
    requireFile(file);
    return parseJson(readFileSync(file, 'utf8'));
  });
  const cached = await reading.catch(only(Error, () => null));
  return (arrayOf(cached) ?? []).filter(isObject).flatMap(toCached);
}
