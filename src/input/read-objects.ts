import {isObject, type Json, type JsonObject, parseJson} from '../api/json.js';
import {BizctlError, UsageError} from '../errors.js';
import {findDuplicateKey} from './duplicate-key.js';

/** An object from a file, and where its parts stand. */
export interface PlacedObject {
  readonly value: JsonObject;
  /** `FILE:LINE:COLUMN` of a member, as exactly as the format allows. */
  readonly where: (path: readonly (string | number)[]) => string;
}

export interface PlacedObjects {
  readonly objects: readonly PlacedObject[];
  /** False for a file that holds just one object: then one thing comes out as well. */
  readonly isList: boolean;
}

/** What a parser hands over: a value and where its parts stand. */
export interface Placed {
  readonly value: Json;
  readonly where: (path: readonly (string | number)[]) => string;
}

/**
 * Reads one object, an array of objects, `custom_fields:` with an array of objects, or NDJSON, from JSON or YAML.
 *
 * @param name what to call the input in messages
 * @throws UsageError naming file, line and column
 */
export async function readObjects(bytes: Uint8Array, name: string): Promise<PlacedObjects> {
  const text = decode(bytes, name);
  if (text.trim() === '')
    throw new UsageError(`${name} is empty`, 'It holds one object, an array, or one object a line.');
  const lines = isNdjson(text)
    ? text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{line, number: index + 1}]))
    : undefined;
  if (lines) {
    const objects = lines.map(({line, number}) => toObject(readJson(line, `${name}:${number}`), []));
    return {objects, isList: true};
  }
  const {readYaml} = await import('./read-yaml.js');
  return spread(/^\s*[[{]/.test(text) ? readJson(text, name) : readYaml(text, name));
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${name} is not UTF-8 text`, 'Save it as UTF-8.');
  }
}

/** One object a line: the first line is complete in itself and another follows. */
function isNdjson(text: string): boolean {
  const [first = '', second] = text.split('\n').filter(line => line.trim() !== '');
  if (second === undefined || !/^\s*\{.*\}\s*$/.test(first)) return false;
  try {
    JSON.parse(first);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return second.trimStart().startsWith('{');
    throw error;
  }
}

function readJson(text: string, name: string): Placed {
  try {
    const value = parseJson(text);
    const duplicate = findDuplicateKey(text);
    if (duplicate)
      throw new UsageError(
        `${name}:${duplicate.line}: the key ${JSON.stringify(duplicate.key)} stands twice in one object`,
        'Leave one of them out.',
      );
    return {value, where: () => name};
  } catch (error) {
    if (error instanceof SyntaxError) {
      const [, line, column] = /line (\d+) column (\d+)/.exec(error.message) ?? [];
      const place = line === undefined ? name : `${name}:${line}:${column}`;
      throw new UsageError(
        `${place}: not valid JSON: ${error.message.replace(/ in JSON at position.*| \(line.*/, '')}`,
        'Check it with: jq . FILE',
      );
    }
    if (error instanceof BizctlError && !(error instanceof UsageError))
      throw new UsageError(`${name}: ${error.message}`, error.details.hint);
    throw error;
  }
}

function spread(placed: Placed): PlacedObjects {
  const {value, where} = placed;
  if (isList(value)) return {objects: toObjects(value, placed, []), isList: true};
  if (!isObject(value) || !Object.hasOwn(value, 'custom_fields'))
    return {objects: [toObject(placed, [])], isList: false};
  const {custom_fields: list, next_page_token: token = ''} = value;
  if (!isList(list))
    throw new UsageError(
      `${where(['custom_fields'])}: "custom_fields" is not a list`,
      'Each field begins with a dash, or stands between [ and ].',
    );
  if (token !== '' && token !== null)
    throw new UsageError(
      `${where(['next_page_token'])}: this is one page of a list, there are more`,
      'Get the whole list with: bizctl fields list --json',
    );
  return {objects: toObjects(list, placed, ['custom_fields']), isList: true};
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function toObjects(list: readonly Json[], {where}: Placed, path: readonly string[]): readonly PlacedObject[] {
  return list.map((value, index) =>
    toObject({value, where: inner => where([...path, index, ...inner])}, [...path, index]),
  );
}

function toObject({value, where}: Placed, path: readonly (string | number)[]): PlacedObject {
  if (isObject(value)) {
    const item = path.findLast(member => typeof member === 'number');
    return {
      value,
      where: inner =>
        item === undefined || /:\d/.test(where(inner)) ? where(inner) : `${where(inner)}, item ${item + 1}`,
    };
  }
  throw new UsageError(
    `${where([])}: expected an object, got ${JSON.stringify(value)?.slice(0, 40)}`,
    'A custom field is an object with members such as name and type.',
  );
}
