import type {ExactNumber, Value} from './view.js';

interface Members {
  readonly [member: string]: Value | undefined;
}

function isRaw(value: Value): value is ExactNumber {
  return JSON.isRawJSON(value);
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isMembers(value: Value | undefined): value is Members {
  return typeof value === 'object' && value !== null && !isList(value) && !isRaw(value);
}

/** The value as a person reads it in one cell: strings bare, numbers digit for digit, nothing for what is not there. */
export function showValue(value: Value | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (isRaw(value)) return value.rawJSON;
  const isPlainList =
    isList(value) && value.every(element => typeof element !== 'object' || element === null || isRaw(element));
  return isPlainList ? value.map(showValue).join(', ') : JSON.stringify(value);
}

/** The value at `a.b.0`; a member whose own name is `a.b` comes first. `undefined` when there is none. */
export function readPath(value: Value | undefined, path: string): Value | undefined {
  if (isMembers(value)) {
    if (Object.hasOwn(value, path)) return value[path];
    for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
      const head = path.slice(0, dot);
      if (Object.hasOwn(value, head)) return readPath(value[head], path.slice(dot + 1));
    }
    return undefined;
  }
  if (value === undefined || value === null || !isList(value)) return undefined;
  const [head = '', ...rest] = path.split('.');
  const member = /^\d+$/.test(head) ? value[Number(head)] : undefined;
  return rest.length === 0 ? member : readPath(member, rest.join('.'));
}

/** An object with just these paths, named as they were asked for; what is not there is null. */
export function pickPaths(value: Value, paths: readonly string[]): Value {
  return Object.fromEntries(paths.map(path => [path, readPath(value, path) ?? null]));
}

/** The top-level members of an object, with one more level for small objects: `amount.value`, `amount.currency`. */
export function listPaths(value: Value): readonly string[] {
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (!isMembers(member)) return [name];
    const inner = Object.entries(member);
    const isSmall =
      inner.length > 0 &&
      inner.length <= 4 &&
      inner.every(([, leaf]) => leaf === null || typeof leaf !== 'object' || isRaw(leaf));
    return isSmall ? inner.map(([leaf]) => `${name}.${leaf}`) : [name];
  });
}

export function hasPath(rows: readonly Value[], path: string): boolean {
  return rows.some(row => readPath(row, path) !== undefined);
}
