import type {Json} from './json.js';

/*
 * JavaScript puts members whose names are whole numbers before all others. For objects that have such members, the order in which they came is kept here.
 */

const orders = new WeakMap<object, readonly string[]>();
let isAnyKept = false;

const wholeNumber = /^(?:0|[1-9]\d*)$/;
/** A text that may hold such a name; its digits may be written as escapes. */
const mayHoldWholeNumber = /"(?:\d|\\u003\d)+"\s*:/;
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** An object or a list that is being read. */
interface Frame {
  readonly value: unknown;
  /** The names of an object so far; `undefined` for a list. */
  readonly names: string[] | undefined;
  index: number;
  isName: boolean;
}

function memberOf(frame: Frame): unknown {
  if (typeof frame.value !== 'object' || frame.value === null) return undefined;
  return Reflect.get(frame.value, frame.names ? (frame.names.at(-1) ?? '') : frame.index);
}

/** False for the names of another object, which came in the place of this one before it. */
function isWhole(object: object, names: readonly string[]): boolean {
  return names.every(name => Object.hasOwn(object, name)) && new Set(names).size === Object.keys(object).length;
}

/** The object, its members to be written in this order. */
export function keepOrder<Value extends object>(object: Value, names: readonly string[]): Value {
  if (names.some(name => wholeNumber.test(name)) && isWhole(object, names)) {
    orders.set(object, [...new Set(names)]);
    isAnyKept = true;
  }
  return object;
}

/** The names of its members, in the order in which they came. */
export function namesOf(object: object): readonly string[] {
  return orders.get(object) ?? Object.keys(object);
}

/** The order that was kept for an object. */
export function findOrder(object: object): readonly string[] | undefined {
  return orders.get(object);
}

/** Keeps the orders that a valid JSON text has and its value has not. */
export function keepOrders(value: unknown, text: string): void {
  if (!mayHoldWholeNumber.test(text)) return;
  const frames: Frame[] = [];
  for (const [token] of text.matchAll(tokens)) {
    const top = frames.at(-1);
    if (token === '{' || token === '[')
      frames.push({
        value: top ? memberOf(top) : value,
        names: token === '{' ? [] : undefined,
        index: 0,
        isName: token === '{',
      });
    else if (token === '}' || token === ']') {
      frames.pop();
      if (top?.names && typeof top.value === 'object' && top.value !== null) keepOrder(top.value, top.names);
    } else if (token === ',' && top) {
      top.index += 1;
      top.isName = top.names !== undefined;
    } else if (token === ':' && top) top.isName = false;
    else if (top?.names && top.isName) top.names.push(String(JSON.parse(token)));
  }
}

/** The value as JSON with members in the order they came, as `JSON.stringify` would write it otherwise. */
export function stringifyJson(value: Json, indent = 0): string {
  return isAnyKept ? write(value, indent, '\n') : JSON.stringify(value, undefined, indent);
}

function write(value: Json, indent: number, line: string): string {
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return JSON.stringify(value);
  const inner = indent === 0 ? '' : line + ' '.repeat(indent);
  const wrap = (open: string, members: readonly string[], close: string) =>
    members.length === 0 ? open + close : open + inner + members.join(`,${inner}`) + (indent === 0 ? '' : line) + close;
  if (Array.isArray(value)) {
    const elements: readonly Json[] = value;
    return wrap(
      '[',
      elements.map(element => write(element, indent, inner)),
      ']',
    );
  }
  const colon = indent === 0 ? ':' : ': ';
  const members = (orders.get(value) ?? Object.keys(value)).flatMap(name => {
    const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    return isJson(member) ? [`${JSON.stringify(name)}${colon}${write(member, indent, inner)}`] : [];
  });
  return wrap('{', members, '}');
}

/** Members of a JSON value are JSON themselves, unless they are left out. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}
