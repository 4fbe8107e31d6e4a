import {beforeAll, vi} from 'vitest';
import {now} from './fixed.js';
import {bizctl, type Outcome, type World} from './run-bizctl.js';
import {createTenant, reply, type Tenant} from './tenant.js';

/** A tenant that replies to the first list with 429 and this Retry-After. */
export function limited(retryAfter: string, headers = {}): Tenant {
  return createTenant([], {
    'GET /v2/customFields#1': () => reply('', {status: 429, headers: {'retry-after': retryAfter, ...headers}}),
  });
}

/**
 * Loads the modules of a retry, so that fake time does not run ahead of the import. Call it at the top of a test file.
 */
export function loadRetriesFirst(): void {
  beforeAll(async () => {
    await bizctl('fields list', {tenant: limited('0')});
  });
}

function useFakeClock(): Pick<World, 'backoffMs' | 'sleep'> {
  vi.useFakeTimers({now, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance']});
  return {backoffMs: 300, sleep: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))};
}

/** No journal: the fake clock keeps running while the disk is written. */
export const withoutJournal = {BIZCTL_STATE_DIR: '/dev/null'};

/** Runs a command line on a fake clock, so that its waits take no time. */
export async function runOnFakeClock(line: string, world: World): Promise<Outcome> {
  const clock = useFakeClock();
  const running = bizctl(line, {...world, ...clock, env: withoutJournal});
  const advance = async () => {
    await vi.advanceTimersByTimeAsync(100);
    await new Promise(resolve => setImmediate(resolve));
  };
  try {
    for (;;) {
      const outcome = await Promise.race([running, advance()]);
      if (outcome) return outcome;
    }
  } finally {
    vi.useRealTimers();
  }
}

/** Counts the requests made after each wait, on a fake clock. */
export async function countRequests(
  tenant: Tenant,
  line: string,
  waits: readonly number[],
  stdin = '',
): Promise<readonly number[]> {
  const clock = useFakeClock();
  const running = bizctl(line, {tenant, stdin, env: withoutJournal, ...clock});
  const counts: number[] = [];
  for (const wait of waits) {
    await vi.advanceTimersByTimeAsync(wait);
    // Reading the input takes turns of the event loop, but no time.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve));
    counts.push(tenant.requests.length);
  }
  await vi.runAllTimersAsync();
  await running;
  vi.useRealTimers();
  return counts;
}
