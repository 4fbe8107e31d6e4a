import {addLastWords} from '../../app/add-last-words.js';
import type {ApiContext} from '../../app/api-context.js';
import {findError} from '../../base/catch-errors.js';
import {describeInFlight, InterruptedError, UsageError} from '../../base/errors.js';
import {type ApiRequest, isSafe} from '../../http/api-request.js';
import type {AnyReply} from '../../http/http-client.js';
import {buildRequest} from './build-request.js';
import type {ApiOptions} from './options.js';
import {showPages} from './show-pages.js';
import {showReply} from './show-reply.js';

const stopping = 'stopping after the request in progress; press Ctrl-C again to quit now';

/** @throws UsageError for options that only `--paginate` uses */
function refuseUnused({paginate, limit, items}: ApiOptions): void {
  if (paginate || (limit ?? items) === undefined) return;
  throw new UsageError(`${limit === undefined ? '--items' : '--limit'} needs --paginate`, 'Add --paginate.');
}

/** Adds to an interruption how the write ended nevertheless. */
function toInterruptedError(
  {exitCode, message}: InterruptedError,
  {method, path}: ApiRequest,
  {status, problem}: AnyReply,
): InterruptedError {
  const end = problem?.message ?? `the request succeeded: HTTP ${status} (${method} /${path})`;
  return new InterruptedError(exitCode, `${message}; ${end}`);
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
  const isWrite = !isSafe(request.method);
  const words = {parts: [describeInFlight(`${request.method} /${request.path}`)]};
  const removeLastWords = addLastWords(context, () => (isWrite ? words : undefined));
  const showStopping = () => {
    if (isWrite && context.io.stdout.isTerminal) void context.reporter.showProgress(stopping);
  };
  context.signal.addEventListener('abort', showStopping, {once: true});
  const reply = await context.http.sendAny(request).finally(() => {
    context.signal.removeEventListener('abort', showStopping);
    removeLastWords();
  });
  if (context.signal.aborted) await context.reporter.showProgress(undefined);
  const failure = await findError(showReply(context, request, reply, options));
  const reason: unknown = context.signal.reason;
  if (reason instanceof InterruptedError && isWrite) throw toInterruptedError(reason, request, reply);
  if (failure !== undefined) throw failure;
}
