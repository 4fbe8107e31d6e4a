import {isArray, isObject, type Json} from './json.js';

/*
 * JavaScript puts members named by whole numbers first. An object with such members records its original
 * order.
 */

const memberOrder = Symbol('order of members');
const wholeNumber = /^(?:0|[1-9]\d*)$/;

interface Ordered {
  readonly [memberOrder]: readonly string[];
}

function isOrdered(object: object): object is Ordered {
  return Object.hasOwn(object, memberOrder);
}

/** Records the order in which `stringifyJson` writes the members of an object; returns the object. */
export function setMemberOrder<Value extends object>(object: Value, names: readonly string[]): Value {
  // Not enumerable, so that copies and comparisons ignore it.
  if (names.some(name => wholeNumber.test(name)))
    Object.defineProperty(object, memberOrder, {value: [...new Set(names)]});
  return object;
}

/** The recorded order; `undefined` for an object that needs none. */
export function findMemberOrder(object: object): readonly string[] | undefined {
  return isOrdered(object) ? object[memberOrder] : undefined;
}

/** The names of the members in their original order. */
export function namesOf(object: object): readonly string[] {
  return findMemberOrder(object) ?? Object.keys(object);
}

function hasMemberOrder(value: Json | undefined): boolean {
  if (isArray(value)) return value.some(hasMemberOrder);
  if (!isObject(value)) return false;
  if (isOrdered(value)) return true;
  for (const name in value) if (hasMemberOrder(value[name])) return true;
  return false;
}

/** Like `JSON.stringify`, with members in their original order. */
export function stringifyJson(value: Json, indent = 0): string {
  return hasMemberOrder(value) ? write(value, indent, '\n') : JSON.stringify(value, undefined, indent);
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
