import type {ApiContext} from '../../app/api-context.js';
import {buildRequest} from './build-request.js';
import type {ApiOptions} from './options.js';
import {showAnswer} from './show-answer.js';
import {showPages} from './show-pages.js';

/** Sends the request that the command line describes, and shows its reply, or all pages of it. */
export async function runRequest(
  context: ApiContext,
  method: string,
  path: string,
  options: ApiOptions,
): Promise<void> {
  const request = await buildRequest(context, method, path, options);
  if (options.paginate) await showPages(context, request, options);
  else await showAnswer(context, request, await context.http.sendAny(request), options);
}
