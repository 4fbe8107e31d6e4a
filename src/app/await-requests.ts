import type {Context, Fetch} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';

const nouns: {readonly [segment: string]: string} = {
  customFields: 'custom fields',
  deals: 'deals',
  dateExpressions: 'date expressions',
};

const verbs: {readonly [method: string]: string} = {
  GET: 'reading',
  POST: 'creating',
  PATCH: 'updating',
  DELETE: 'deleting',
};

/** What a request is for, in words: `reading custom fields`. */
function describe({method, url}: Request): string {
  const {pathname} = new URL(url);
  const noun = Object.entries(nouns).find(([segment]) => pathname.includes(`/v2/${segment}`))?.[1];
  const verb = verbs[method];
  return noun === undefined || verb === undefined ? `${method} ${pathname}` : `${verb} ${noun}`;
}

/**
 * The same `fetch`, with a line on stderr that says what is awaited while a reply takes long (fault 182). Without a
 * terminal nothing is shown.
 */
export function awaitRequests(fetch: Fetch, {io, timing}: Pick<Context, 'io' | 'timing'>, reporter: Reporter): Fetch {
  if (!io.stdout.isTerminal || !io.stderr.canRedraw) return fetch;
  const counts = new Map<string, number>();
  let pending = 0;
  let hasShown = false;
  return async request => {
    const what = describe(request);
    const count = (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    pending += 1;
    const show = () => {
      hasShown = true;
      void reporter.showAwaited(`${what}${count > 1 ? `, request ${count}` : ''}…`);
    };
    // Once one reply has taken long, the next requests show at once: the line would flicker otherwise.
    const timer = setTimeout(show, hasShown ? 0 : timing.silentMs);
    try {
      return await fetch(request);
    } finally {
      clearTimeout(timer);
      pending -= 1;
      if (pending === 0) await reporter.showAwaited(undefined);
    }
  };
}
