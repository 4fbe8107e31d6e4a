import type {ApiContext} from '../../app/api-context.js';
import {InterruptedError, UsageError} from '../../base/errors.js';
import {buildRequest} from './build-request.js';
import type {ApiOptions} from './options.js';
import {showPages} from './show-pages.js';
import {showReply} from './show-reply.js';

/** @throws UsageError for options that only `--paginate` uses */
function refuseUnused({paginate, limit, items}: ApiOptions): void {
  if (paginate || (limit ?? items) === undefined) return;
  throw new UsageError(`${limit === undefined ? '--items' : '--limit'} needs --paginate`, 'Add --paginate.');
}

export async function runRequest(
  context: ApiContext,
  method: string,
  path: string,
  options: ApiOptions,
): Promise<void> {
  refuseUnused(options);
  const request = await buildRequest(context, method, path, options);
  if (options.paginate) return showPages(context, request, options);
  const reply = await context.http.sendAny(request);
  const reason: unknown = context.signal.reason;
  // A write may have finished after an interruption.
  if (reason instanceof InterruptedError)
    throw new InterruptedError(
      reason.exitCode,
      `${reason.message}; ${request.method} /${request.path} ended with HTTP ${reply.status}`,
    );
  await showReply(context, request, reply, options);
}
