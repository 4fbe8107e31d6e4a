import {UsageError} from '../base/errors.js';
import {findDuplicateKey} from './duplicate-key.js';
import {isArray, isObject, type Json, type JsonObject, parseJson, TooDeepError} from './json.js';
import {createStrictDecoder} from './strict-text.js';

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
  /** False when `where` knows the file and not the place in it. */
  readonly isExact: boolean;
}

/**
 * Reads one object, an array of objects, `custom_fields:` with an array of objects, or NDJSON, from JSON or YAML.
 *
 * @param name what to call the input in messages
 * @throws UsageError naming file, line and column
 */
export async function readObjects(bytes: Uint8Array, name: string): Promise<PlacedObjects> {
  const decode = createStrictDecoder(name);
  const text = decode(bytes) + decode();
  if (text.trim() === '')
    throw new UsageError(`${name} is empty`, 'It holds one object, an array, or one object a line.');
  const lines = isNdjson(text)
    ? text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{line, number: index + 1}]))
    : undefined;
  if (lines) {
    const objects = lines.map(({line, number}) => toObject(readJson(line, name, number)));
    return {objects, isList: true};
  }
  const {readYaml} = await import('./read-yaml.js');
  return spread(/^\s*[[{]/.test(text) ? readJson(text, name) : readYaml(text, name));
}

/**
 * Reads one value from JSON or YAML.
 *
 * @param name what to call the input in messages
 * @throws UsageError naming file, line and column
 */
export async function readDocument(bytes: Uint8Array, name: string): Promise<Placed> {
  const decode = createStrictDecoder(name);
  const text = decode(bytes) + decode();
  if (!/^\s*[[{]/.test(text)) return (await import('./read-yaml.js')).readYaml(text, name);
  const {value} = readJson(text, name);
  const {createJsonPositions} = await import('./json-positions.js');
  const placeOf = createJsonPositions(text);
  return {value, where: path => `${name}:${placeOf(path)}`, isExact: true};
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

/** @param line the number of the line on which the text begins, when it is one of several in the file */
function readJson(text: string, name: string, line?: number): Placed {
  const place = (foundLine: number, column: number) => `${name}:${(line ?? 1) + foundLine - 1}:${column}`;
  try {
    const value = parseJson(text);
    const duplicate = findDuplicateKey(text);
    if (duplicate) {
      throw new UsageError(
        `${place(duplicate.line, duplicate.column)}: the key ${JSON.stringify(duplicate.key)} stands twice in one object`,
        'Leave one of them out.',
      );
    }
    const start = line === undefined ? name : `${name}:${line}`;
    return {value, where: () => start, isExact: line !== undefined};
  } catch (error) {
    if (error instanceof TooDeepError) throw new UsageError(`${name}: ${error.message}`);
    if (!(error instanceof SyntaxError)) throw error;
    const [, foundLine, column] = /line (\d+) column (\d+)/.exec(error.message) ?? [];
    const [lastLine, lastColumn] = endOf(text);
    const found = foundLine === undefined ? place(lastLine, lastColumn) : place(Number(foundLine), Number(column));
    throw new UsageError(
      `${found}: not valid JSON: ${error.message.replace(/ in JSON at position.*| \(line.*/, '')}`,
      'A JSON checker such as jq shows more.',
    );
  }
}

/** The line and column behind the last character. */
function endOf(text: string): readonly [number, number] {
  const lines = text.trimEnd().split('\n');
  return [lines.length, (lines.at(-1) ?? '').length + 1];
}

function spread(placed: Placed): PlacedObjects {
  const {value, where} = placed;
  if (isArray(value)) return {objects: toObjects(value, placed, []), isList: true};
  if (!isObject(value) || !Object.hasOwn(value, 'custom_fields')) return {objects: [toObject(placed)], isList: false};
  const {custom_fields: list, next_page_token: token = ''} = value;
  if (!isArray(list))
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

function toObjects(list: readonly Json[], {where, isExact}: Placed, path: readonly string[]): readonly PlacedObject[] {
  return list.map((value, index) => {
    const whereInList = (inner: readonly (string | number)[]) => {
      const place = where([...path, index, ...inner]);
      return isExact ? place : `${place}, element ${index + 1}`;
    };
    return toObject({value, where: whereInList});
  });
}

function toObject({value, where}: Pick<Placed, 'value' | 'where'>): PlacedObject {
  if (isObject(value)) return {value, where};
  throw new UsageError(
    `${where([])}: expected an object, got ${JSON.stringify(value).slice(0, 40)}`,
    'A custom field is an object with members such as name and type.',
  );
}
