import {expect, test} from 'vitest';
import {findEnvelope} from '../../src/api/list-envelope.js';
import {describeMore, findToken, findTotal} from '../../src/api/paging-signs.js';
import type {Json, JsonObject} from '../../src/json/json.js';
import {parseJson} from '../../src/json/parse-json.js';

function open(reply: Json) {
  const envelope = findEnvelope(reply, ['deals']);
  if (!envelope) throw new Error('no list');
  return envelope.parts;
}

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
  [{page: 0, page_count: 1}, {}, undefined],
  [{page: 0, page_count: 2}, {}, 'page 0 of 2'],
  [{current_page: 1, total_pages: 2}, {}, 'page 1 of 2'],
  [{page_number: 1, total_pages: 2}, {}, 'page 1 of 2'],
  [{total_pages: 2}, {}, undefined],
  [{page: 1}, {}, undefined],
  [{}, {link: '<https://x>; rel="next"'}, 'a Link header with rel=next'],
  [{}, {link: '<https://x>; rel=next'}, 'a Link header with rel=next'],
  [{}, {link: '<https://x>; rel="prev"'}, undefined],
  [{}, {'x-next-page': '2'}, 'the header X-Next-Page'],
  [{}, {'x-next-page-token': 'a'}, 'the header X-Next-Page-Token'],
  [{}, {'x-next-page': ''}, undefined],
  [{additional_data: {pagination: {more_items_in_collection: true}}}, {}, '"more_items_in_collection": true'],
  [{info: {more_records: true}}, {}, '"more_records": true'],
  [{truncated: 'false'}, {}, undefined],
  [{next: true}, {}, '"next": true'],
  [{done: false, nextRecordsUrl: '/q'}, {}, '"done": false'],
  [{done: true}, {}, undefined],
  [{last_page: 'false'}, {}, '"last_page": "false"'],
  [{nextRecordsUrl: '/q'}, {}, '"nextRecordsUrl": "/q"'],
  [{next_offset: 100}, {}, '"next_offset": 100'],
  [{next_offset: 100, has_more: false}, {}, undefined],
  [{'@odata.nextLink': 'x'}, {}, '"@odata.nextLink": "x"'],
  [{next_run: '2026-12-01'}, {}, undefined],
  [{paging: {next: {after: 'a'}}}, {}, '"next": {"after":"a"}'],
  [{next: {href: ''}}, {}, undefined],
  [{next: {page: 2}}, {}, '"next": {"page":2}'],
  [{continuation: 'a'}, {}, '"continuation": "a"'],
  [{links: [{rel: 'self'}, {rel: 'next', href: '/b'}]}, {}, '"links": [{"rel":"self"},{"rel":"next","href":"/b"}]'],
  [{_links: [{rel: 'self', href: '/b'}]}, {}, undefined],
  [{remaining: 37, cursor: 0}, {}, '"remaining": 37'],
  [{remaining: 37}, {}, undefined],
  [{rate: {limit: 600, remaining: 599}}, {}, undefined],
  [{onboarding: {done: false}}, {}, undefined],
  [{capabilities: {partial_update: true}}, {}, undefined],
  [{next: {href: null, title: 'Next'}}, {}, undefined],
  [{next_index: 5}, {}, undefined],
  [{page: 1, total_pages: 2, more_info: false}, {}, 'page 1 of 2'],
  [{result_summary: {total: 3, page: 1, total_pages: 2}}, {}, 'page 1 of 2'],
  [{meta: {page: 1}, storage: {pages: 3}}, {}, undefined],
  [{page: 1, pagination: {total_pages: 2}}, {}, 'page 1 of 2'],
  [{cursor: 'abc', tour: {has_next: false}}, {}, '"cursor": "abc"'],
  [{page: 1, total_pages: 3, onboarding: {last: true}}, {}, 'page 1 of 3'],
  [{offset: 0, total: 2, next_offset: 100}, {}, undefined],
  [{page: 1, max_pages: 100}, {}, undefined],
  [{page: 1, total_pages: 3, remaining: 599}, {}, 'page 1 of 3'],
  [{page: 1, total_pages: 3, next_page_numbers: false}, {}, 'page 1 of 3'],
  [{page: 1, total_pages: 3, remaining: 0, cursor: 'a'}, {}, undefined],
  [{build_info: {done: false}}, {}, undefined],
  [{contact_info: {next_uri: 'https://x'}}, {}, undefined],
  [{next_key: 'CF-3'}, {}, undefined],
  [{links: [{rel: 'next', href: null}]}, {}, undefined],
  [{}, {'x-remaining': '5'}, undefined],

  [{remaining: 0, cursor: 'a'}, {}, undefined],
  [{cursor: 'a'}, {}, '"cursor": "a"'],
  [{cursor: 0}, {}, undefined],
  [{has_more: false, cursor: 'a'}, {}, undefined],
  [{next_page: 'false', cursor: 'a'}, {}, undefined],
  [{last: true, page: 0, total_pages: 2}, {}, undefined],
  [{last: 'true', page: 0, total_pages: 2}, {}, undefined],
  [{page: 1, pages: 3}, {}, 'page 1 of 3'],
  [{page: '1', last_page: '3'}, {}, 'page 1 of 3'],
  [{}, {'x-page': '1', 'x-total-pages': '3'}, 'page 1 of 3'],
  [{}, {'x-page': '3', 'x-total-pages': '3'}, undefined],
  [{}, {'x-has-more': 'true'}, 'the header X-Has-More'],
  [{}, {'x-next-cursor': 'a'}, 'the header X-Next-Cursor'],
  [{has_more: false}, {'x-next-cursor': 'a'}, undefined],
  [{}, {'x-page': '0', 'x-total-pages': '1'}, undefined],
  [{is_last: true}, {'x-page': '1', 'x-total-pages': '2'}, undefined],
  [{last: true}, {link: '<https://x>; rel="next"'}, 'a Link header with rel=next'],
  [{}, {'x-next-page-token': ''}, undefined],
  [{}, {'next-page-token': 'a'}, 'the header Next-Page-Token'],
  [{LastEvaluatedKey: {id: {S: 'a'}}}, {}, '"LastEvaluatedKey": {"id":{"S":"a"}}'],
  [{LastEvaluatedKey: {}}, {}, undefined],
  [{continuationToken: 'a'}, {}, '"continuationToken": "a"'],
  [{}, {'last-modified': 'Sat, 28 Nov 2026 12:00:00 GMT'}, undefined],
  [{}, {'x-ratelimit-remaining': '9'}, undefined],
  [{}, {}, undefined],
])('more rows follow %j with the headers %j: %j', (members, headers, sign) => {
  expect(describeMore(open({deals: [], ...members}), new Headers(headers), false)).toBe(sign);
});

test.each<[JsonObject, {readonly [header: string]: string}, string | undefined]>([
  [{paging: {next: {after: '2', link: 'https://x'}}}, {}, '"next": {"after":"2","link":"https://x"}'],
  [{incomplete_results: true}, {}, '"incomplete_results": true'],
  [{incomplete_results: false}, {}, undefined],
  [{page: 1, total_pages: 20}, {}, 'page 1 of 20'],
  [{}, {'x-page': '0', 'x-total-pages': '2'}, undefined],
  [{}, {'x-has-more': 'true'}, undefined],
  [{cursor: {before: null, after: 'abc'}}, {}, undefined],
  [{next: {page: 2}}, {}, undefined],
])('more rows follow %j with the headers %j in the list of fields as well: %j', (members, headers, sign) => {
  expect(describeMore(open({deals: [], ...members}), new Headers(headers), true)).toBe(sign);
});

test.each<[JsonObject, {readonly [header: string]: string}, number | undefined]>([
  [{total: 3}, {}, 3],
  [{total_count: 0}, {}, 0],
  [{total: 'many', totalCount: 5}, {}, 5],
  [{total: 'many'}, {}, undefined],
  [{meta: {total: '3'}}, {}, 3],
  [{recordsTotal: 3}, {}, 3],
  [{total: 15000.5}, {}, undefined],
  [{summary: {total: 3}}, {}, 3],
  [{summary: {total_count: 3}}, {}, 3],
  [{total: '125000'}, {}, undefined],
  [{total_count: '3'}, {}, 3],
  [{}, {'x-total': '3'}, undefined],
  [{meta: {total: 3}}, {}, 3],
  [{quota: {total: 3}}, {}, undefined],
  [{total: 3}, {'x-total-count': '4'}, 3],
  [{}, {'x-total-count': '4'}, 4],
  [{}, {'x-total-count': 'x'}, undefined],
  [{}, {'content-range': 'items 0-9/40'}, 40],
  [{}, {'content-range': 'items 0-9/*'}, undefined],
  [{}, {}, undefined],
])('the total of %j with the headers %j is %j', (members, headers, total) => {
  expect(findTotal(open({deals: [], ...members}), new Headers(headers), false)).toBe(total);
});

test('numbers count however they are written', () => {
  const parts = open(parseJson('{"deals": [], "page": 1.0, "total_pages": 3.0, "total": 3.0}'));
  const none = new Headers();
  expect([describeMore(parts, none, true), findTotal(parts, none, true)]).toEqual(['page 1 of 3', 3]);
});

test('a list without an object around it says nothing', () => {
  const bare = open([1]);
  const none = new Headers();
  expect([findToken(bare), findTotal(bare, none, false), describeMore(bare, none, false)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test.each<[JsonObject]>([
  [{summary: {deals: [1], next_page_token: 'a'}}],
  [{users: {deals: [1], next_page_token: 'a'}}],
])('the token beside the rows counts, whatever the object in %j is called', reply => {
  expect(findToken(open(reply))).toBe('a');
});

test.each<[JsonObject, {readonly [header: string]: string}, string | undefined]>([
  [{has_more: true}, {}, '"has_more": true'],
  [{done: false}, {}, undefined],
  [{page: 1, pages: 3}, {}, undefined],
  [{page: 1, total_pages: 3}, {}, 'page 1 of 3'],
  [{links: [{rel: 'next', href: '/b'}]}, {}, undefined],
  [{ui: {page: 3}, paging: {page: 1, total_pages: 3}}, {}, 'page 1 of 3'],
  [{page: 1, page_count: 1, total_pages: 3}, {}, 'page 1 of 3'],
  [{cursor: 'abc', remaining: 0}, {}, '"cursor": "abc"'],
  [{maintenance: {next: {start: '2026-12-01'}}}, {}, undefined],
  [{tour: {next: {page: 'settings'}}}, {}, undefined],
  [{setup: {complete: 'false'}}, {}, undefined],
  [{}, {'x-next-page': '2'}, 'the header X-Next-Page'],
  [{}, {'x-has-more': 'true'}, undefined],
  [{meta: {total: '3'}}, {}, undefined],
])(
  'only clear signs count in a reply that is documented or has a token: %j with the headers %j: %j',
  (members, headers, sign) => {
    const documented = open({deals: [], ...members});
    const withToken = open({deals: [], ...members, next_page_token: ''});
    const given = new Headers(headers);
    expect([describeMore(documented, given, true), describeMore(withToken, given, false)]).toEqual([sign, sign]);
    expect([findTotal(documented, given, true), findTotal(withToken, given, false)]).toEqual([undefined, undefined]);
  },
);
