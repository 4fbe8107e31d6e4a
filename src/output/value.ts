import {isArray, isObject, type Json} from '../json/json.js';
import {namesOf, setMemberOrder, stringifyJson} from '../json/member-order.js';

/** The value as text for people: strings unquoted, numbers digit for digit, empty for a missing value. */
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

/** The value at a path such as `a.b.0`, `undefined` if missing. A member named `a.b` takes precedence. */
export function readPath(value: Json | undefined, path: string): Json | undefined {
  if (isObject(value)) {
    if (Object.hasOwn(value, path)) return value[path];
    for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      const head = path.slice(0, dot);
      const found = Object.hasOwn(value, head) ? readPath(value[head], path.slice(dot + 1)) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isArray(value)) return undefined;
  const [head = '', ...rest] = path.split('.');
  const member = /^\d+$/.test(head) ? value[Number(head)] : undefined;
  return rest.length === 0 ? member : readPath(member, rest.join('.'));
}

/** The value in a column of a row. For a row that is not an object, the column `value` is the row itself. */
export function readColumn(row: Json, path: string): Json | undefined {
  return path === 'value' && !isObject(row) ? row : readPath(row, path);
}

/** An object with only these paths as members; missing ones are null. */
export function pickPaths(row: Json, paths: readonly string[]): Json {
  return setMemberOrder(Object.fromEntries(paths.map(path => [path, readColumn(row, path) ?? null])), paths);
}

/** A column of rows, and the top-level member that it is part of. */
interface MemberPath {
  readonly member: string;
  readonly path: string;
}

/** True for a value that leaves its cell, and those of its members, empty. */
export function isEmptyCell(value: Json | undefined): boolean {
  return value === undefined || value === null || (isObject(value) && namesOf(value).length === 0);
}

/** The columns for these rows. A member that is expanded gets no column of its own if it is otherwise only empty. */
export function listColumns(rows: readonly Json[]): readonly MemberPath[] {
  const expanded = new Set<string>();
  const found = new Map<string, MemberPath & {readonly isEmpty: boolean}>();
  for (const row of rows) {
    for (const {member, path} of listMembers(row)) {
      if (member !== path) expanded.add(member);
      const isEmpty = member === path && isObject(row) && isEmptyCell(row[member]);
      if (found.get(path)?.isEmpty !== false) found.set(path, {member, path, isEmpty});
    }
  }
  return [...found.values()].filter(({member, isEmpty}) => !isEmpty || !expanded.has(member));
}

/** The top-level members; small objects are expanded one level: `amount.value`, `amount.currency`. */
export function listMembers(value: Json): readonly MemberPath[] {
  if (!isObject(value)) return [{member: 'value', path: 'value'}];
  return namesOf(value).flatMap(member => {
    const content = value[member];
    if (!isObject(content)) return [{member, path: member}];
    const leaves = namesOf(content);
    const isSmall =
      leaves.length > 0 &&
      leaves.length <= 4 &&
      leaves.every(leaf => {
        const inner = content[leaf];
        const isTaken = readPath(value, `${member}.${leaf}`) !== inner;
        return !isTaken && (inner === null || typeof inner !== 'object' || JSON.isRawJSON(inner));
      });
    return isSmall ? leaves.map(leaf => ({member, path: `${member}.${leaf}`})) : [{member, path: member}];
  });
}
