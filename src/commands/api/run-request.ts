import type {ApiContext} from '../../app/api-context.js';
import {buildRequest} from './build-request.js';
import type {ApiOptions} from './options.js';
import {showPages} from './show-pages.js';
import {showReply} from './show-reply.js';

export async function runRequest(
  context: ApiContext,
  method: string,
  path: string,
  options: ApiOptions,
): Promise<void> {
  const request = await buildRequest(context, method, path, options);
  if (options.paginate) await showPages(context, request, options);
  else await showReply(context, request, await context.http.sendAny(request), options);
}
