import {beforeAll, vi} from 'vitest';
import {now} from './fixed.js';
import {bizctl} from './run-bizctl.js';
import {createTenant, reply, type Tenant} from './tenant.js';

/** A tenant that answers its first list with 429 and this Retry-After. */
export function limited(retryAfter: string, headers = {}): Tenant {
  return createTenant([], {
    'GET /v2/customFields#1': () => reply('', {status: 429, headers: {'retry-after': retryAfter, ...headers}}),
  });
}

/** Loads what a retry loads on first use, so that fake time does not run ahead of it. To be called at the top of a test file. */
export function loadRetriesFirst(): void {
  beforeAll(async () => {
    await bizctl('fields list', {tenant: limited('0')});
  });
}

/** How many requests there have been after each wait, on a fake clock. */
export async function countRequests(
  tenant: Tenant,
  line: string,
  waits: readonly number[],
  stdin = '',
): Promise<readonly number[]> {
  vi.useFakeTimers({now, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance']});
  const sleep = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));
  const running = bizctl(line, {tenant, backoffMs: 300, stdin, sleep});
  const counts: number[] = [];
  for (const wait of waits) {
    await vi.advanceTimersByTimeAsync(wait);
    counts.push(tenant.requests.length);
  }
  await vi.runAllTimersAsync();
  await running;
  vi.useRealTimers();
  return counts;
}
