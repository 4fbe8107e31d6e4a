import {expect, test} from 'vitest';
import {describeProblem, findEnvelope} from '../../src/api/list-envelope.js';
import type {Json, JsonObject} from '../../src/json/json.js';

const names = ['deals', 'entities', 'items', 'data', 'results', 'records'];

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
