import {type Document, isAlias, isMap, isScalar, isSeq, type Node, parseAllDocuments, type Scalar} from 'yaml';
import {UsageError} from '../base/errors.js';
import {cutEnd} from '../base/quote-start.js';
import {describeYamlError} from './describe-yaml-error.js';
import {findYamlOffset, findYamlProblem} from './find-yaml-offset.js';
import {exactNumber, isArray, isObject, type Json} from './json.js';
import {maxDepth} from './limits.js';
import {createLineCounter} from './line-counter.js';
import type {Placed} from './placed.js';

// The core schema, without merge keys. The converter finds repeated keys, in linear time.
const options = {version: '1.2', uniqueKeys: false, prettyErrors: false, resolveKnownTags: false} as const;

/** The value of an anchor, and what each alias of it counts for. */
interface Anchored {
  readonly value: Json;
  readonly nodes: number;
  readonly levels: number;
}

/** An alias bomb expands to billions of values; no real fields file comes near this. */
const maxExpanded = 1_000_000;
/** How many characters count as one value. */
const charactersPerValue = 16;
/** Enough for more than a hundred thousand fields. The parser takes up to 2 KB for each line. */
const maxLines = 1_000_000;
/** The parser takes up to 140 bytes for each character of a line. */
const maxLineLength = 1_000_000;

/** Longer numbers are cut in messages. */
const maxShownNumber = 100;

/** Fails at an offset in the text. */
type Fail = (offset: number | undefined, message: string, hint?: string) => never;

/**
 * Reads YAML 1.2 core: no tags, no merge keys, one document, aliases within bounds. Numbers keep all digits.
 *
 * @throws UsageError naming file, line and column
 */
export function readYaml(text: string, name: string): Placed {
  if (text.includes('\0')) throw new UsageError(`${name} contains a NUL character`, 'Remove it.');
  const rows = text.split('\n', maxLines + 1);
  if (rows.length > maxLines)
    throw new UsageError(
      `${name} has more than ${maxLines.toLocaleString('en')} lines`,
      'Split it into several files, or use JSON.',
    );
  const long = rows.findIndex(row => row.length > maxLineLength);
  if (long >= 0)
    throw new UsageError(
      `${name}:${long + 1}: the line has more than ${maxLineLength.toLocaleString('en')} characters`,
      'Shorten it, or use JSON.',
    );
  const toPlace = createLineCounter(text);
  const locate = (offset = 0) => {
    const {line, column} = toPlace(offset);
    return `${name}:${line}:${column}`;
  };
  const fail: Fail = (offset, message, hint) => {
    throw new UsageError(`${locate(offset)}: ${message}`, hint);
  };
  const document = parseDocument(text, fail);
  const value = new Converter(fail).toJson(document.contents, 0);
  return {value, where: path => locate(findYamlOffset(document, path))};
}

function parseDocument(text: string, fail: Fail): Document.Parsed {
  const [first, second] = parseDocuments(text, fail);
  if (first === undefined) return fail(0, 'the file is empty');
  if (second) fail(second.range[0], 'a second document starts here', 'Put all fields into one document, as a list.');
  const [problem] = [...first.errors, ...first.warnings];
  if (problem) fail(findYamlProblem(first, problem), ...describeYamlError(problem));
  if (first.directives.yaml.explicit && first.directives.yaml.version !== '1.2')
    fail(0, 'only YAML 1.2 is supported', 'Remove the %YAML line.');
  return first;
}

function parseDocuments(text: string, fail: Fail) {
  try {
    return parseAllDocuments(text, options);
  } catch (error) {
    if (error instanceof RangeError) return fail(0, 'nested too deeply');
    throw error;
  }
}

/** Converts nodes to JSON within bounds. */
class Converter {
  readonly #fail: Fail;
  /** The values of anchors; `undefined` while one is read. Values are shared, so that aliases take no memory. */
  readonly #anchors = new Map<string, Anchored | undefined>();
  /** Values so far, those of aliases included. */
  #nodes = 0;
  /** How many of them aliases stand for. */
  #expanded = 0;

  constructor(fail: Fail) {
    this.#fail = fail;
  }

  toJson(node: Node | null, depth: number): Json {
    if (node === null) return null;
    this.#nodes += 1;
    const anchor = isAlias(node) ? undefined : node.anchor;
    if (anchor === undefined) return this.#readNode(node, depth);
    const before = this.#nodes;
    this.#anchors.set(anchor, undefined);
    const value = this.#readNode(node, depth);
    this.#anchors.set(anchor, {value, nodes: this.#nodes - before, levels: countLevels(value)});
    return value;
  }

  #readNode(node: Node, depth: number): Json {
    const offset = node.range?.[0];
    if (isAlias(node)) return this.#readAlias(node.source, offset, depth);
    if (node.tag === '!') return this.#fail(offset, 'the tag ! is not supported', 'Remove it.');
    if (isScalar(node)) return this.#readScalar(node);
    if (depth === maxDepth) return this.#fail(offset, `nested too deeply (limit: ${maxDepth} levels)`);
    if (isSeq<Node>(node)) return node.items.map(item => this.toJson(item, depth + 1));
    if (!isMap<Node, Node | null>(node)) return this.#fail(offset, 'expected a value, a list or an object');
    const keys = new Set<string>();
    return Object.fromEntries(
      node.items.map(({key, value}) => {
        const name = this.#readKey(key);
        if (keys.has(name))
          return this.#fail(key.range?.[0], `the key ${JSON.stringify(name)} appears twice in one object`);
        keys.add(name);
        return [name, this.toJson(value, depth + 1)];
      }),
    );
  }

  #readKey(key: Node): string {
    if (!isScalar(key)) return this.#fail(key.range?.[0], 'a key must be a string');
    if (key.value === '<<' && key.type === 'PLAIN')
      return this.#fail(key.range?.[0], 'merge keys (<<) are not supported', 'Write the members out.');
    const name = key.source ?? String(key.value);
    if (key.anchor !== undefined) this.#anchors.set(key.anchor, {value: name, nodes: 1, levels: 0});
    return name;
  }

  #readScalar({value, source, range}: Scalar): Json {
    if (typeof value === 'string') this.#nodes += Math.floor(value.length / charactersPerValue);
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value !== 'number') return this.#fail(range?.[0], 'this value cannot be written as JSON');
    if (source !== undefined && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(source)) return exactNumber(source);
    const remedy = Number.isFinite(value)
      ? `For a string, put it in quotes; for a number, write ${value}.`
      : 'Put it in quotes.';
    return this.#fail(range?.[0], `${cutEnd(String(source), maxShownNumber)} is read as the number ${value}`, remedy);
  }

  #readAlias(source: string, offset: number | undefined, depth: number): Json {
    const target = this.#anchors.get(source);
    if (!target)
      return this.#fail(
        offset,
        this.#anchors.has(source) ? `the alias *${source} refers to itself` : `the alias *${source} has no anchor`,
        'Write the value out.',
      );
    this.#nodes += target.nodes;
    this.#expanded += target.nodes;
    if (this.#expanded > maxExpanded)
      return this.#fail(
        offset,
        `aliases expand to more than ${maxExpanded.toLocaleString('en')} values, or ${(maxExpanded * charactersPerValue).toLocaleString('en')} characters`,
        'Write the values out.',
      );
    if (depth + target.levels > maxDepth) return this.#fail(offset, `nested too deeply (limit: ${maxDepth} levels)`);
    return target.value;
  }
}

/** How many levels of lists and objects a value has. */
function countLevels(value: Json | undefined): number {
  if (isArray(value)) return 1 + value.reduce((most: number, each) => Math.max(most, countLevels(each)), 0);
  if (!isObject(value)) return 0;
  return 1 + Object.values(value).reduce((most: number, each) => Math.max(most, countLevels(each)), 0);
}
