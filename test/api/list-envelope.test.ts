import {expect, test} from 'vitest';
import {describeMore, describeProblem, findEnvelope, findToken, findTotal} from '../../src/api/list-envelope.js';
import type {Json, JsonObject} from '../../src/json/json.js';

const names = ['deals', 'entities', 'items', 'data', 'results', 'records'];
const none = new Headers();

function open(reply: Json) {
  const envelope = findEnvelope(reply, names);
  if (!envelope) throw new Error('no list');
  return envelope;
}

test.each<[Json, readonly Json[] | undefined]>([
  [[1], [1]],
  [{deals: [1]}, [1]],
  [{deals: [1], other: [2]}, [1]],
  [{other: [2]}, [2]],
  [{other: [2], more: [3]}, undefined],
  [{deals: [1], items: [2]}, undefined],
  [{data: {deals: [1]}}, [1]],
  [{data: {deals: [1], other: [2]}}, [1]],
  [{a: {b: {c: [1]}}}, [1]],
  [{a: {b: {c: {d: [1]}}}}, [1]],
  [{a: {b: {c: {d: {e: [1]}}}}}, undefined],
  [{deals: [1], inner: {deals: [2]}}, [1]],
  [{errors: [1], deals: [2]}, [2]],
  [{errors: [1]}, undefined],
  [{deals: null, other: [1]}, undefined],
  [{deals: {}, other: [1]}, undefined],
  [{deals: {page: [1]}}, [1]],
  [{data: {}, other: [1]}, [1]],
  [{data: 'x', other: [1]}, undefined],
  [{}, undefined],
  ['text', undefined],
  [null, undefined],
])('the list of %j is %j', (reply, rows) => {
  expect(findEnvelope(reply, names)?.rows).toEqual(rows);
});

test.each<[JsonObject, Json | undefined]>([
  [{next_page_token: 'a'}, 'a'],
  [{nextPageToken: 'a'}, 'a'],
  [{meta: {'next-token': 'a'}}, 'a'],
  [{next_page_token: 7}, 7],
  [{next_page_token: true}, true],
  [{next_page_token: ''}, undefined],
  [{next_page_token: null}, undefined],
  [{next_page_token: false}, undefined],
  [{next_page_token: false, nextToken: 'b'}, 'b'],
  [{account: {next_page_token: 'a'}}, undefined],
  [{page_token: 'a'}, undefined],
])('the token in %j is %j', (members, token) => {
  expect(findToken(open({deals: [], ...members}))).toEqual(token);
});

test.each<[JsonObject, {readonly [header: string]: string}, string | undefined]>([
  [{has_more: true}, {}, '"has_more": true'],
  [{hasMore: 'true'}, {}, '"hasMore": "true"'],
  [{has_more: false}, {}, undefined],
  [{is_last: false}, {}, '"is_last": false'],
  [{is_last: true}, {}, undefined],
  [{next: 'https://x'}, {}, '"next": "https://x"'],
  [{next: ''}, {}, undefined],
  [{next: 2}, {}, '"next": 2'],
  [{next: 0}, {}, undefined],
  [{next: {href: 'x'}}, {}, '"next": {"href":"x"}'],
  [{next: {url: 'x'}}, {}, '"next": {"url":"x"}'],
  [{next: {}}, {}, undefined],
  [{next: 'n'.repeat(400)}, {}, `"next": "${'n'.repeat(299)}`],
  [{links: {next: 'x'}}, {}, '"next": "x"'],
  [{usage: {has_more: true}}, {}, undefined],
  [{page: 1, total_pages: 9}, {}, 'page 1 of 9'],
  [{page: 9, total_pages: 9}, {}, undefined],
  [{page: 0, page_count: 1}, {}, 'page 0 of 1'],
  [{current_page: 1, total_pages: 2}, {}, 'page 1 of 2'],
  [{page_number: 1, total_pages: 2}, {}, 'page 1 of 2'],
  [{total_pages: 2}, {}, undefined],
  [{page: 1}, {}, undefined],
  [{}, {link: '<https://x>; rel="next"'}, 'a Link header to a next page'],
  [{}, {link: '<https://x>; rel=next'}, 'a Link header to a next page'],
  [{}, {link: '<https://x>; rel="prev"'}, undefined],
  [{}, {'x-next-page': '2'}, 'a header X-Next-Page'],
  [{}, {'x-next-page-token': 'a'}, 'a header X-Next-Page-Token'],
  [{}, {'x-next-page': ''}, undefined],
  [{}, {}, undefined],
])('more rows follow %j with the headers %j: %j', (members, headers, sign) => {
  expect(describeMore(open({deals: [], ...members}), new Headers(headers))).toBe(sign);
});

test.each<[JsonObject, {readonly [header: string]: string}, number | undefined]>([
  [{total: 3}, {}, 3],
  [{total_count: 0}, {}, 0],
  [{total: 'many', totalCount: 5}, {}, 5],
  [{total: 'many'}, {}, undefined],
  [{meta: {total: 3}}, {}, 3],
  [{quota: {total: 3}}, {}, undefined],
  [{total: 3}, {'x-total-count': '4'}, 3],
  [{}, {'x-total-count': '4'}, 4],
  [{}, {'x-total-count': 'x'}, undefined],
  [{}, {'content-range': 'items 0-9/40'}, 40],
  [{}, {'content-range': 'items 0-9/*'}, undefined],
  [{}, {}, undefined],
])('the total of %j with the headers %j is %j', (members, headers, total) => {
  expect(findTotal(open({deals: [], ...members}), new Headers(headers))).toBe(total);
});

test.each<[JsonObject, string | undefined]>([
  [{error: 'no'}, 'no'],
  [{error: {message: 'no'}}, 'no'],
  [{error: {code: 1}}, '{"code":1}'],
  [{error: {}}, undefined],
  [{error: ''}, undefined],
  [{error: null}, undefined],
  [{success: false, message: 'no'}, 'no'],
  [{ok: false}, 'the reply says that it failed'],
  [{success: true, message: 'fine'}, undefined],
  [{status: 'failed', message: 'no'}, 'no'],
  [{status: 'Error'}, 'the reply says that it failed'],
  [{status: 'active'}, undefined],
  [{import: {status: 'failed'}}, undefined],
  [{meta: {success: false, message: 'no'}}, 'no'],
  [{errors: []}, undefined],
  [{errors: ['a', {message: 'b'}, {code: 1}]}, 'a; b; {"code":1}'],
  [
    {errors: Array.from({length: 30}, (_, index) => String(index))},
    Array.from({length: 20}, (_, index) => index).join('; '),
  ],
])('the problem in %j is %j', (members, problem) => {
  expect(describeProblem({deals: [], ...members})).toBe(problem);
});

test('a long problem is cut between two words', () => {
  const problem = (error: string) => describeProblem({deals: [], error});
  expect(problem(`${'x'.repeat(1990)} ${'y'.repeat(3000)}`)).toBe(`${'x'.repeat(1990)} …`);
  expect(problem('x '.repeat(1500))).toBe(`${'x '.repeat(1000)}…`);
  expect(problem('x'.repeat(2000))).toBe('x'.repeat(2000));
});

test('a list without an object around it says nothing', () => {
  const bare = open([1]);
  expect([findToken(bare), findTotal(bare, none), describeMore(bare, none), describeProblem([1])]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
