import {listFirst} from '../../../base/and-more.js';
import type {BizctlError} from '../../../base/errors.js';
import type {Message} from '../../../base/suggest-command.js';
import {describeRequestId} from '../../../http/http-settings.js';
import type {Reporter} from '../../../output/reporter.js';

const maxNames = 5;

/** Removes details that apply to the first request only. */
const withoutRequest = {method: undefined, path: undefined, request_id: undefined} as const;

/** The reason, or else the message without its request, which differs in every failure. */
function causeOf({code, message, details: {method, path = '', reason, request_id}}: BizctlError): string {
  if (reason !== undefined) return `${code} ${reason}`;
  // In the message, the path of the base URL comes before that of the request.
  const request = `${path}${describeRequestId(request_id)})`;
  const end = message.lastIndexOf(request);
  const start = message.lastIndexOf(` (${method} `, end);
  const cause = start < 0 ? message : message.slice(0, start) + message.slice(end + request.length);
  return `${code} ${cause.replace(/ after \d+ attempts/, '')}`;
}

/**
 * Reports the failures of a batch. A cause that many share, such as a revoked token, is reported once and counted; a
 * hint is given once.
 */
export function createFailureReport(reporter: Pick<Reporter, 'error'>) {
  const causes = new Map<string, {readonly first: string; readonly failure: BizctlError; readonly others: string[]}>();
  const hints = new Set<Message>();
  return {
    add: async (name: string, failure: BizctlError) => {
      const cause = causes.get(causeOf(failure));
      if (cause) {
        cause.others.push(name);
        return;
      }
      causes.set(causeOf(failure), {first: name, failure, others: []});
      const {hint} = failure.details;
      await reporter.error(
        failure.with({message: `${name}: ${failure.message}`, hint: hint && hints.has(hint) ? undefined : hint}),
      );
      if (hint !== undefined) hints.add(hint);
    },
    /** Reports the counts. */
    end: async () => {
      for (const {first, failure, others} of causes.values())
        if (others.length > 0)
          await reporter.error(
            failure.with({
              message: `${others.length} more failed for the same reason${causes.size > 1 ? ` as ${first}` : ''}: ${listFirst(others, maxNames)}`,
              hint: undefined,
              ...withoutRequest,
            }),
          );
    },
  };
}
