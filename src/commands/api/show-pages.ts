import {createAnyReader, describeSearch} from '../../api/any-list.js';
import {usualListNames} from '../../api/list-envelope.js';
import type {ListReader} from '../../api/page.js';
import {plainName} from '../../api/paging-signs.js';
import {readPages} from '../../api/read-pages.js';
import type {ApiContext} from '../../app/api-context.js';
import {listFirst} from '../../base/and-more.js';
import {cannotCombine, UsageError} from '../../base/errors.js';
import type {ApiRequest} from '../../http/api-request.js';
import type {Json} from '../../json/json.js';
import {readPath} from '../../output/value.js';
import type {ApiOptions} from './options.js';

/**
 * Shows all elements of a list, requesting page after page.
 *
 * @throws UsageError for a request other than GET
 */
export async function showPages(
  context: ApiContext,
  {method, path, query = [], headers}: ApiRequest,
  {items, limit, include}: ApiOptions,
): Promise<void> {
  if (method !== 'GET') throw new UsageError(`--paginate works with GET, not with ${method}`, 'Omit --paginate.');
  if (include) throw cannotCombine('--include', '--paginate');
  const lastOf = (name: string) => query.findLast(([parameter]) => parameter === name)?.[1];
  const page_token = lastOf('page_token');
  const others = query.filter(([parameter]) => parameter !== 'page_token' && parameter !== 'page_size');
  // For example, contacts for v2/contacts.
  const names = [path.split('/').findLast(segment => segment !== '') ?? ''];
  const found = new Set<string>();
  const read = createAnyReader({
    path,
    names,
    noun: 'elements',
    isWhole: others.length === 0 && page_token === undefined,
    onFound: name => found.add(name),
    find: items === undefined ? undefined : reply => readPath(reply, items),
    hint:
      items === undefined
        ? `${describeSearch(names)} Pass the path of the list with --items.`
        : `Pass the path of a list to --items instead of ${JSON.stringify(items)}; it starts with one of these members.`,
  });
  const reader: ListReader<Json> = {
    path,
    read,
    toRows: rows => rows,
    query: others,
    headers,
    isWithinList: items?.split('.').some(member => /^\d+$/.test(member)) ?? false,
  };
  await context.showElements(readPages(context.http, reader, {page_token, page_size: lastOf('page_size'), limit}));
  const usual = new Set([...names, ...usualListNames].map(plainName));
  const unusual = [...found].filter(name => !usual.has(plainName(name)));
  if (unusual.length > 0)
    await context.reporter.note(
      `printed the elements of ${listFirst(
        unusual.map(name => JSON.stringify(name)),
        5,
      )}; to choose another list, pass --items`,
    );
}
