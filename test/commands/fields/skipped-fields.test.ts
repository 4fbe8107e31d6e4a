import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field, reply} from '../../harness/tenant.js';

/** A tenant that deletes "a" between its two pages, so that "c" moves to the first and is on neither. */
function createShrinkingTenant({largest}: {readonly largest: number}) {
  const live = ['b', 'c', 'd', 'e'].map(name => field(name));
  let reads = 0;
  return createTenant(live, {
    'GET ': request => {
      const {searchParams} = new URL(request.url);
      const size = Math.min(Number(searchParams.get('page_size') ?? 2), largest);
      const start = Number(searchParams.get('page_token') ?? 0);
      if (start === 0) reads += 1;
      const isMoving = reads === 1;
      const list = isMoving && start === 0 ? [field('a'), ...live] : live;
      const next = start + size < list.length ? String(start + size) : undefined;
      return reply({custom_fields: list.slice(start, start + size), next_page_token: next});
    },
  });
}

test.each([
  ['a page that holds all', 1000],
  ['pages of another size', 3],
  ['the same pages', 2],
])(
  'a field that moved from page to page unseen is found on %s, and not created again (row 61)',
  async (_what, largest) => {
    const tenant = createShrinkingTenant({largest});
    const {exitCode, stdout} = await bizctl('fields create --name c --type phone --if-exists skip --json', {tenant});
    expect({exitCode, id: JSON.parse(stdout).id}).toEqual({exitCode: 0, id: 'cf_c'});
    expect(tenant.requests.filter(request => !request.startsWith('GET '))).toEqual([]);
  },
);

test.each([1, 2001])('a list of one page with %d fields is read once before a create', async count => {
  const custom_fields = Array.from({length: count}, (_none, index) => field(`f${index}`));
  const tenant = createTenant([], {'GET ': () => reply({custom_fields})});
  await bizctl('fields create --name new --type phone', {tenant});
  expect(tenant.requests.map(request => request.split(' ')[0])).toEqual(['GET', 'POST']);
});
