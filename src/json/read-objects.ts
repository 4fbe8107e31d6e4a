import type {Context} from '../base/context.js';
import {UsageError} from '../base/errors.js';
import {runBlocking} from '../base/let-signals-in.js';
import {isArray, isObject, type Json, JsonLimitError, type JsonObject} from './json.js';
import {JsonSyntaxError} from './json-syntax-error.js';
import {limitRows} from './limit-rows.js';
import {createLineCounter, type LineAndColumn} from './line-counter.js';
import {parseLocatedJson} from './parse-json.js';
import type {Placed} from './placed.js';
import {decodeText} from './strict-decoder.js';

export interface PlacedObject {
  readonly value: JsonObject;
  /** Returns `FILE:LINE:COLUMN` of a member, or `FILE:LINE` in NDJSON. */
  readonly where: (path: readonly (string | number)[]) => string;
}

export interface PlacedObjects {
  readonly objects: readonly PlacedObject[];
  /** False when the file is a single object; the output is then a single object too. */
  readonly isList: boolean;
}

type ReadYaml = (text: string, name: string) => Placed;

/**
 * Reads one object, an array of objects, `custom_fields:` with an array of objects, or NDJSON, from JSON or YAML.
 *
 * @param name the name of the input in messages
 * @throws UsageError naming file, line and column
 */
export async function readObjects(
  bytes: Uint8Array,
  name: string,
  context: Pick<Context, 'signal' | 'block'>,
): Promise<PlacedObjects> {
  const {readYaml} = await import('./read-yaml.js');
  return runBlocking(context, () => {
    const text = decodeText(bytes, name);
    if (text.trim() === '')
      throw new UsageError(
        `${name} is empty`,
        'Pass a JSON or YAML object; fields create also takes an array, or one object per line.',
      );
    if (isNdjson(text)) return {objects: readLines(text, name), isList: true};
    return toObjects(readText(text, name, readYaml));
  });
}

/**
 * Reads one value from JSON or YAML.
 *
 * @param name the name of the input in messages
 * @throws UsageError naming file, line and column
 */
export async function readDocument(
  bytes: Uint8Array,
  name: string,
  context: Pick<Context, 'signal' | 'block'>,
): Promise<Placed> {
  const {readYaml} = await import('./read-yaml.js');
  return runBlocking(context, () => readText(decodeText(bytes, name), name, readYaml));
}

function readLines(text: string, name: string): readonly PlacedObject[] {
  const lines = text.trimEnd().split('\n');
  limitRows(lines.length, name, 'lines');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const {value} = readJson(line, name, index + 1);
    return [toObject({value, where: () => `${name}:${index + 1}`})];
  });
}

function readText(text: string, name: string, readYaml: ReadYaml): Placed {
  if (!/^\s*[[{]/.test(text)) return readYaml(text, name);
  try {
    return readJson(text, name, 1);
  } catch (error) {
    if (!(error instanceof JsonSyntaxUsageError)) throw error;
    // YAML in flow style starts like JSON.
    if (/\.ya?ml$/i.test(name)) return readYaml(text, name);
    if (isNdjson(text)) throw new UsageError(error.message, 'Put the objects into one array, as jq -s does.');
    if (/\.json$/i.test(name)) throw error;
    // As YAML, NaN and the like would be texts.
    if (/^[\s[{]+"/.test(text)) throw error.with({hint: 'For YAML, use a file named *.yaml.'});
    try {
      return readYaml(text, name);
    } catch (yamlError) {
      throw yamlError instanceof UsageError ? error : yamlError;
    }
  }
}

/** True when the first line is an object and the second starts like one. */
function isNdjson(text: string): boolean {
  const [first = '', second = ''] = text.split('\n').filter(line => line.trim() !== '');
  return /^\s*\{.*\}\s*$/.test(first) && /^\s*\{/.test(second);
}

/** Thrown for text that is not JSON, and may be YAML. */
class JsonSyntaxUsageError extends UsageError {}

/** @param firstLine the line number in the file at which the text starts */
function readJson(text: string, name: string, firstLine: number): Placed {
  const toWhere = ({line, column}: LineAndColumn) => `${name}:${firstLine + line - 1}:${column}`;
  try {
    const {value, repeated, locate} = parseLocatedJson(text);
    if (repeated)
      throw new UsageError(
        `${toWhere(repeated.place)}: the key ${JSON.stringify(repeated.name)} appears twice in one object`,
        'Remove one of them.',
      );
    return {value, where: path => toWhere(locate(path))};
  } catch (error) {
    if (error instanceof JsonLimitError) {
      const place = error.at === undefined ? name : toWhere(createLineCounter(text)(error.at));
      throw new UsageError(`${place}: ${error.message}`);
    }
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new JsonSyntaxUsageError(`${toWhere(error.place)}: not valid JSON: ${error.message}`);
  }
}

function toObjects(placed: Placed): PlacedObjects {
  const {value, where} = placed;
  if (isArray(value)) return {objects: listObjects(value, where, []), isList: true};
  if (!isObject(value) || !Object.hasOwn(value, 'custom_fields')) return {objects: [toObject(placed)], isList: false};
  const {custom_fields: list, next_page_token: token = ''} = value;
  if (!isArray(list))
    throw new UsageError(
      `${where(['custom_fields'])}: "custom_fields" is not a list`,
      'Start each field with a dash, or put the list between [ and ].',
    );
  if (token !== '' && token !== null)
    throw new UsageError(
      `${where(['next_page_token'])}: this is one page of a longer list`,
      suggest => `To read the whole list, run: ${suggest('fields', 'list', '--json')}`,
    );
  return {objects: listObjects(list, where, ['custom_fields']), isList: true};
}

function listObjects(list: readonly Json[], where: Placed['where'], path: readonly string[]): readonly PlacedObject[] {
  return list.map((value, index) => toObject({value, where: inner => where([...path, index, ...inner])}));
}

function toObject({value, where}: Placed): PlacedObject {
  if (isObject(value)) return {value, where};
  throw new UsageError(
    `${where([])}: expected an object, got ${JSON.stringify(value).slice(0, 40)}`,
    'Use a JSON or YAML object with members such as name and type. CSV is read only from *.csv files.',
  );
}
