import {isArray, isObject, type Json} from './json.js';

/*
 * JavaScript puts members named by whole numbers before all others. An object that has such members carries the order in which they came.
 */

const memberOrder = Symbol('order of members');
const wholeNumber = /^(?:0|[1-9]\d*)$/;

interface Ordered {
  readonly [memberOrder]: readonly string[];
}

function isOrdered(object: object): object is Ordered {
  return Object.hasOwn(object, memberOrder);
}

/** The object, its members to be written in this order. */
export function keepOrder<Value extends object>(object: Value, names: readonly string[]): Value {
  // Not enumerable: copies and comparisons of objects do not see it.
  if (names.some(name => wholeNumber.test(name)))
    Object.defineProperty(object, memberOrder, {value: [...new Set(names)]});
  return object;
}

/** The order that was kept for an object. */
export function findOrder(object: object): readonly string[] | undefined {
  return isOrdered(object) ? object[memberOrder] : undefined;
}

/** The names of its members, in the order in which they came. */
export function namesOf(object: object): readonly string[] {
  return findOrder(object) ?? Object.keys(object);
}

function holdsOrder(value: Json | undefined): boolean {
  if (isArray(value)) return value.some(holdsOrder);
  if (!isObject(value)) return false;
  if (isOrdered(value)) return true;
  for (const name in value) if (holdsOrder(value[name])) return true;
  return false;
}

/** The value as JSON with members in the order they came, laid out as `JSON.stringify` does. */
export function stringifyJson(value: Json, indent = 0): string {
  return holdsOrder(value) ? write(value, indent, '\n') : JSON.stringify(value, undefined, indent);
}

function write(value: Json, indent: number, line: string): string {
  const inner = indent === 0 ? '' : line + ' '.repeat(indent);
  const wrap = (open: string, parts: readonly string[], close: string) =>
    parts.length === 0 ? open + close : open + inner + parts.join(`,${inner}`) + (indent === 0 ? '' : line) + close;
  if (isArray(value))
    return wrap(
      '[',
      value.map(element => write(element, indent, inner)),
      ']',
    );
  if (!isObject(value)) return JSON.stringify(value);
  const colon = indent === 0 ? ':' : ': ';
  const members = namesOf(value).flatMap(name => {
    const member = value[name];
    return member === undefined ? [] : [JSON.stringify(name) + colon + write(member, indent, inner)];
  });
  return wrap('{', members, '}');
}
