import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import type {Page} from '../api/page.js';
import type {Context} from '../base/context.js';
import {messageOf} from '../base/errors.js';
import {arrayOf, isObject, type Json, type JsonObject, stringOf} from '../json/json.js';
import {parseJson} from '../json/parse-json.js';
import {toPrintable} from '../output/printable.js';
import type {Reporter} from '../output/reporter.js';
import type {Connection} from '../profile/resolve-connection.js';
import {makeDirectory} from '../system/files/make-directory.js';
import {writeAtomically} from '../system/files/write-atomically.js';

/** The parts of a field that completion offers. */
export interface CachedField {
  readonly id: string;
  readonly name: string;
  readonly label: string;
}

/** More would make Tab slow, and be of no help. */
const mostFields = 2000;

/** Identifies a tenant: several may share an address and differ only by token. */
export interface CacheKey {
  readonly connection: Pick<Connection, 'baseUrl' | 'token'>;
  /** `--sandbox`, whose token is another one in each run. */
  readonly sandbox: string | true | undefined;
}

async function cacheFile({directories}: Context, {connection, sandbox}: CacheKey): Promise<string> {
  const {cache} = await directories();
  const file = sandbox === true || sandbox === '' ? 'of the user' : sandbox && resolve(sandbox);
  const tenant = file === undefined ? `${connection.baseUrl.href} ${connection.token ?? ''}` : `sandbox ${file}`;
  return join(cache, `fields-${createHash('sha256').update(tenant).digest('hex').slice(0, 16)}.json`);
}

function toCached({id, name, label}: JsonObject): readonly CachedField[] {
  const words = [id, name, label].map(value => stringOf(value) ?? '');
  // Completion would insert invisible characters unnoticed.
  if (words.some(word => word !== toPrintable(word))) return [];
  const [cachedId = '', cachedName = '', cachedLabel = ''] = words;
  return [{id: cachedId, name: cachedName, label: cachedLabel}];
}

/** The parts of an ApiContext used here. */
interface RememberContext extends Context {
  readonly connection: CacheKey['connection'];
  readonly options: {readonly sandbox?: CacheKey['sandbox']};
  readonly reporter: Pick<Reporter, 'trace'>;
}

/** The same pages of a whole list; when all of them have come, their fields are kept for Tab. */
export async function* rememberFields(
  context: RememberContext,
  pages: AsyncIterable<Page<JsonObject>>,
): AsyncGenerator<Page<JsonObject>> {
  const fields: CachedField[] = [];
  let isCut = false;
  for await (const page of pages) {
    isCut ||= page.cut !== undefined;
    if (fields.length < mostFields) fields.push(...page.rows.slice(0, mostFields).flatMap(toCached));
    yield page;
  }
  if (isCut) return;
  try {
    const {cache} = await context.directories();
    makeDirectory(cache);
    const file = await cacheFile(context, {connection: context.connection, sandbox: context.options.sandbox});
    writeAtomically(file, `${JSON.stringify(fields.slice(0, mostFields))}\n`);
  } catch (error) {
    await context.reporter.trace(`! cannot cache the fields for completion: ${messageOf(error)}`);
  }
}

/** The fields that were listed last; none when nothing is known. */
export async function readCachedFields(context: Context, place: CacheKey): Promise<readonly CachedField[]> {
  return (arrayOf(await readCache(context, place)) ?? []).filter(isObject).flatMap(toCached);
}

async function readCache(context: Context, place: CacheKey): Promise<Json> {
  try {
    return parseJson(readFileSync(await cacheFile(context, place), 'utf8'));
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
