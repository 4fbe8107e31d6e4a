import {compareNumbers} from '../json/compare-numbers.js';
import {exactNumber, isArray, isNumber, isObject, type Json, type JsonObject, showJson} from '../json/json.js';
import {invalid} from './error-reply.js';
import {checkMember} from './members.js';
import type {Kind} from './store.js';

/** The value at a path such as `a.b`; `null` if missing. */
export function valueAt(row: JsonObject, path: string): Json {
  return path
    .split('.')
    .reduce<Json>(
      (value, member) => (isObject(value) && Object.hasOwn(value, member) ? (value[member] ?? null) : null),
      row,
    );
}

/** Compares numbers by value, anything else as text; `null` comes first, then numbers. */
export function compareValues(a: Json, b: Json): number {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  const rank = (value: Json) => (value === null ? 0 : isNumber(value) ? 1 : 2);
  if (rank(a) !== rank(b) || a === null) return rank(a) - rank(b);
  const [left, right] = [showJson(a), showJson(b)];
  return left === right ? 0 : left < right ? -1 : 1;
}

const comparison = /^\s*([\w.]+)\s*(<=|>=|!=|=|<|>|~)\s*("(?:[^"\\]|\\.)*"|[^\s"]+)\s*/;

function readValue(text: string): Json {
  if (text.startsWith('"')) return text.slice(1, -1).replace(/\\(.)/g, '$1');
  if (text === 'null') return null;
  if (text.startsWith("'")) throw invalid('filter', 'contains a string in single quotes; use double quotes');
  return text;
}

/** @throws ErrorReply for a comparison with an object or a list, whose order would mean nothing */
function matches(found: Json, path: string, operator: string, expected: Json): boolean {
  if (operator === '~') return showJson(found).toLowerCase().includes(showJson(expected).toLowerCase());
  if (expected === null && (operator === '=' || operator === '!=')) return (found === null) === (operator === '=');
  if (isArray(found)) throw invalid('filter', `compares ${path}, which is a list: use ${path} ~ TEXT`);
  if (isObject(found))
    throw invalid(
      'filter',
      `compares ${path}, which is an object: name a member, such as ${path}.${Object.keys(found)[0] ?? 'id'}`,
    );
  const number =
    typeof expected === 'string' && /^-?\d+(\.\d+)?$/.test(expected) && isNumber(found)
      ? exactNumber(expected)
      : expected;
  const order = compareValues(found, number);
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return found !== null && order < 0;
    case '<=':
      return found !== null && order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}

/**
 * Parses a filter into a predicate. Its syntax is an assumption, see assumptions.ts.
 *
 * @throws ErrorReply with the position of the error, or for a member that such rows do not have
 */
export function parseFilter(text: string, kind: Kind): (row: JsonObject) => boolean {
  const tests: ((row: JsonObject) => boolean)[] = [];
  let rest = text;
  for (;;) {
    const [whole, path, operator, value] = comparison.exec(rest) ?? [];
    if (whole === undefined || path === undefined || operator === undefined || value === undefined)
      throw invalid(
        'filter',
        `cannot be read at position ${text.length - rest.length}: expected MEMBER OPERATOR VALUE, such as name = budget`,
      );
    checkMember(kind, 'filter', path);
    const expected = readValue(value);
    tests.push(row => matches(valueAt(row, path), path, operator, expected));
    rest = rest.slice(whole.length);
    if (rest === '') return row => tests.every(test => test(row));
    const conjunction = /^and\s+/i.exec(rest)?.[0];
    if (conjunction === undefined)
      throw invalid('filter', `cannot be read at position ${text.length - rest.length}: expected "and"`);
    rest = rest.slice(conjunction.length);
  }
}

export interface OrderKey {
  readonly path: string;
  readonly isDescending: boolean;
}

/** @throws ErrorReply */
export function parseOrder(text: string, kind: Kind): readonly OrderKey[] {
  return text.split(',').map(part => {
    const [, path, direction] = /^\s*([\w.]+)(?:\s+(asc|desc))?\s*$/i.exec(part) ?? [];
    if (path === undefined)
      throw invalid('order_by', `cannot be read: ${JSON.stringify(part)}; expected MEMBER or MEMBER desc`);
    checkMember(kind, 'order_by', path);
    return {path, isDescending: direction?.toLowerCase() === 'desc'};
  });
}
