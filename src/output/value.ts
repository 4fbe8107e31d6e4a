import {isArray, isObject, type Json} from '../json.js';
import {keepOrder, stringifyJson} from '../member-order.js';

/** The value as a person reads it in one cell: strings bare, numbers digit for digit, nothing for what is not there. */
export function showValue(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (JSON.isRawJSON(value)) return value.rawJSON;
  const isPlainList =
    isArray(value) &&
    value.every(element => typeof element !== 'object' || element === null || JSON.isRawJSON(element));
  return isPlainList ? value.map(showValue).join(', ') : stringifyJson(value);
}

/** The value at `a.b.0`; a member whose own name is `a.b` comes first. `undefined` when there is none. */
export function readPath(value: Json | undefined, path: string): Json | undefined {
  if (isObject(value)) {
    if (Object.hasOwn(value, path)) return value[path];
    for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
      const head = path.slice(0, dot);
      if (Object.hasOwn(value, head)) return readPath(value[head], path.slice(dot + 1));
    }
    return undefined;
  }
  if (value === undefined || value === null || !isArray(value)) return undefined;
  const [head = '', ...rest] = path.split('.');
  const member = /^\d+$/.test(head) ? value[Number(head)] : undefined;
  return rest.length === 0 ? member : readPath(member, rest.join('.'));
}

/** An object with just these paths, named as they were asked for; what is not there is null. */
export function pickPaths(value: Json, paths: readonly string[]): Json {
  return keepOrder(Object.fromEntries(paths.map(path => [path, readPath(value, path) ?? null])), paths);
}

/** The top-level members of an object, with one more level for small objects: `amount.value`, `amount.currency`. */
export function listPaths(value: Json): readonly string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (!isObject(member)) return [name];
    const inner = Object.entries(member);
    const isSmall =
      inner.length > 0 &&
      inner.length <= 4 &&
      inner.every(([, leaf]) => leaf === null || typeof leaf !== 'object' || JSON.isRawJSON(leaf));
    return isSmall ? inner.map(([leaf]) => `${name}.${leaf}`) : [name];
  });
}

export function hasPath(rows: readonly Json[], path: string): boolean {
  return rows.some(row => readPath(row, path) !== undefined);
}
