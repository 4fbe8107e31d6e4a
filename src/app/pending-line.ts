import type {Context, Fetch} from '../base/context.js';
import {resources} from '../base/resources.js';
import type {Reporter} from '../output/reporter.js';

const verbs: {readonly [method: string]: string} = {
  GET: 'reading',
  POST: 'creating',
  PATCH: 'updating',
  DELETE: 'deleting',
};

/** Describes a request, such as `reading custom fields`, and says whether it begins a list. */
function describeRequest({method, url}: Request) {
  const {pathname, searchParams} = new URL(url);
  const noun = Object.values(resources).find(({segment}) => pathname.includes(`/v2/${segment}`))?.words;
  const verb = verbs[method];
  return {
    what: noun === undefined || verb === undefined ? `${method} ${pathname}` : `${verb} ${noun}`,
    isFirst: noun !== undefined && method === 'GET' && !searchParams.has('page_token'),
  };
}

/** A line that cannot be erased is shown only after this many times the usual delay. */
const permanentLineFactor = 10;

/**
 * Wraps `fetch` to show the pending request on stderr while a reply is slow (row 182). Shows nothing unless
 * stderr is a terminal; one that cannot redraw gets one line for each kind of request.
 *
 * @param purpose what the requests are for, if they do not say so themselves
 */
export function withPendingLine(
  fetch: Fetch,
  {io, timing}: Pick<Context, 'io' | 'timing'>,
  reporter: Reporter,
  purpose?: string,
): Fetch {
  const {isTerminal, canRedraw} = io.stderr;
  if (!isTerminal) return fetch;
  const silentMs = canRedraw ? timing.silentMs : timing.silentMs * permanentLineFactor;
  const noted = new Set<string>();
  const counts = new Map<string, number>();
  let pending = 0;
  let hasShown = false;
  /** How long replies have taken so far, in ms: many short waits are a long one. */
  let waitedMs = 0;
  return async (request, attempt) => {
    const described = describeRequest(request);
    const what = purpose ?? described.what;
    const count = described.isFirst ? 1 : (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    pending += 1;
    const show = () => {
      if (!canRedraw) {
        if (!noted.has(what)) void reporter.note(`${what}…`);
        noted.add(what);
        return;
      }
      hasShown = true;
      void reporter.showPending(`${what}${count > 1 ? `, request ${count}` : ''}…`);
    };
    const began = performance.now();
    // Once shown, the line appears at once for later requests; otherwise it would flicker.
    const timer = setTimeout(show, hasShown ? 0 : Math.max(0, silentMs - waitedMs));
    try {
      return await fetch(request, attempt);
    } finally {
      clearTimeout(timer);
      // A permanent line covers all later requests of its kind.
      waitedMs = noted.has(what) ? 0 : waitedMs + performance.now() - began;
      pending -= 1;
      if (pending === 0) await reporter.showPending(undefined);
    }
  };
}
