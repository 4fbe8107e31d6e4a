import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {arrayOf, type Json, objectOf} from '../../src/json/json.js';
import {sliceList} from '../../src/json/list-slicer.js';
import {parseJson} from '../../src/json/parse-json.js';
import {toJson, toJsonLine, toRawIndented, toRawLines} from '../../src/output/to-json.js';
import {anyJsonText, anyObjectText} from '../harness/json-text.js';

/** What the rows of a reply are when they are parsed, and when they are passed on. */
function passOn(text: string, others: ReadonlySet<string>) {
  const cut = sliceList(Buffer.from(text), others);
  return (
    cut && {
      isStandIn: cut.isList(arrayOf(objectOf(objectOf(cut.json)?.['page'])?.['rows']) ?? []),
      values: cut.rows.parse(),
      lines: Buffer.from(toRawLines(cut.rows)).toString(),
      indented: toRawIndented(cut.rows, 0),
    }
  );
}

function parse(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

test('rows after an empty object are passed on as well', () => {
  expect(passOn('{"meta":{},"page":{"rows":[{"id":1}]}}', new Set())?.lines).toBe('{"id":1}\n');
});

const rows = fc.array(anyObjectText, {minLength: 2, maxLength: 5});

test('raw rows are printed exactly as parsed rows are, however they are spelled', () => {
  const others = new Set(['links']);
  fc.assert(
    fc.property(rows, anyJsonText, fc.boolean(), (rows, beside, hasMark) => {
      const text = `${hasMark ? '\ufeff' : ''} {"#":0,"beside":[${beside}],"page":{"rows" : [${rows.join(' , ')}]},"links":[{},{},{},{},{},{}]}`;
      const values = rows.map(row => parseJson(row));
      expect(passOn(text, others)).toEqual({
        isStandIn: true,
        values,
        lines: values.map(row => toJsonLine(row)).join(''),
        indented: values.map(row => toJson(row).trimEnd()),
      });
    }),
    {numRuns: 1500},
  );
});

test('a list is reached through five objects at most', () => {
  const within = (objects: number) => `${'{"a":'.repeat(objects)}[{"b":1}]${'}'.repeat(objects)}`;
  const count = (objects: number) => sliceList(Buffer.from(within(objects)), new Set())?.rows.parse().length;
  expect([1, 5, 6].map(count)).toEqual([1, 1, undefined]);
});

test('leaves what is not JSON uncut, and cuts what is still JSON correctly', () => {
  const others = new Set<string>();
  let damaged = 0;
  fc.assert(
    fc.property(rows, fc.nat(), fc.string({unit: 'binary-ascii', maxLength: 2}), (rows, place, wrong) => {
      const text = `{"rows":[${rows.join(',')}],"next":null}`;
      const at = place % text.length;
      const other = text.slice(0, at) + wrong + text.slice(at + 1);
      const value = parse(other);
      if (value === undefined) damaged += 1;
      const passed = passOn(other, others);
      const list = arrayOf(objectOf(value)?.['rows']) ?? [];
      const isThatList = passed?.values.length === list.length;
      const parsed = isThatList ? list.map(row => toJsonLine(row)).join('') : undefined;
      expect(value === undefined ? passed : isThatList && passed?.lines).toBe(
        value === undefined ? undefined : isThatList && parsed,
      );
    }),
    {numRuns: 3000},
  );
  expect(damaged).toBeGreaterThan(500);
});

test('a long run of the character that marks the place of the list takes linear time (row 162)', () => {
  const run = '#'.repeat(2_000_000);
  expect(passOn(`{"page": {"rows": [{"a": 1}, {"a": 2}]}, "note": "${run}"}`, new Set())).toMatchObject({
    isStandIn: true,
    lines: '{"a":1}\n{"a":2}\n',
  });
});

test('a row with a long text full of escapes is indented like any other', () => {
  const row = {text: '\n'.repeat(3_900_000), list: [[], {}]};
  const cut = sliceList(Buffer.from(JSON.stringify({rows: [row]})), new Set());
  expect(cut && toRawIndented(cut.rows, 2)).toEqual([JSON.stringify(row, undefined, 2).replaceAll('\n', '\n  ')]);
});
