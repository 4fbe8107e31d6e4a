import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  type Scalar,
} from 'yaml';
import {UsageError} from '../base/errors.js';
import {exactNumber, isArray, isObject, type Json, maxDepth} from './json.js';
import type {Placed} from './placed.js';

/** Shortens the parser's message to one line. */
function describe(message: string): string {
  return /call stack/.test(message)
    ? 'nested too deeply'
    : message.replace(/\s+/g, ' ').replace(/^Map keys must be unique$/, 'this key appears twice in one object');
}

const options = {version: '1.2', schema: 'core', merge: false, uniqueKeys: true, prettyErrors: false} as const;
interface Anchored {
  readonly value: Json;
  readonly nodes: number;
  readonly levels: number;
}

/** More values than any fields file has; a bomb has billions. */
const maxNodes = 100_000;
const standardTags = /^tag:yaml\.org,2002:(map|seq|str|int|float|bool|null)$/;

/**
 * Reads YAML 1.2 core: no tags, no merge keys, one document, aliases within bounds. Numbers keep all digits.
 *
 * @throws UsageError naming file, line and column
 */
export function readYaml(text: string, name: string): Placed {
  const lines = new LineCounter();
  const locate = (offset: number | undefined) => {
    const {line, col} = lines.linePos(offset ?? 0);
    return `${name}:${line}:${col}`;
  };
  const fail = (offset: number | undefined, message: string, hint?: string): never => {
    throw new UsageError(`${locate(offset)}: ${message}`, hint);
  };

  /** The values of anchors; `undefined` while one is read. Values are shared, so that aliases take no memory. */
  const anchors = new Map<string, Anchored | undefined>();
  /** Values so far, those of aliases included. */
  let nodes = 0;
  const document = parse();
  const value = toJson(document.contents, 0);
  return {value, where: path => locate(rangeOf(path))};

  function parse(): Document.Parsed {
    const [first, second] = parseDocuments();
    if (first === undefined) return fail(0, 'the file is empty');
    if (second) fail(second.range[0], 'a second document starts here', 'Put all fields into one document, as a list.');
    const [problem] = [...first.errors, ...first.warnings];
    if (problem) fail(problem.pos[0], describe(problem.message));
    if (first.directives.yaml.explicit && first.directives.yaml.version !== '1.2')
      fail(0, 'only YAML 1.2 is supported', 'Remove the %YAML line.');
    return first;
  }

  function parseDocuments() {
    try {
      return parseAllDocuments(text, {...options, lineCounter: lines});
    } catch (error) {
      if (error instanceof RangeError) return fail(0, 'nested too deeply');
      throw error;
    }
  }

  function toJson(node: Node | null, depth: number): Json {
    if (node === null) return null;
    nodes += 1;
    const anchor = isAlias(node) ? undefined : node.anchor;
    if (anchor === undefined) return readNode(node, depth);
    const before = nodes;
    anchors.set(anchor, undefined);
    const value = readNode(node, depth);
    anchors.set(anchor, {value, nodes: nodes - before, levels: countLevels(value)});
    return value;
  }

  function readAlias(source: string, offset: number | undefined, depth: number): Json {
    const target = anchors.get(source);
    if (!target)
      return fail(
        offset,
        anchors.has(source) ? `the alias *${source} refers to itself` : `the alias *${source} has no anchor`,
        'Write the value out.',
      );
    nodes += target.nodes;
    if (nodes > maxNodes)
      return fail(offset, `aliases expand to more than ${maxNodes} values`, 'Write the values out.');
    if (depth + target.levels > maxDepth) return fail(offset, `nested too deeply (limit: ${maxDepth} levels)`);
    return target.value;
  }

  function readNode(node: Node, depth: number): Json {
    const offset = node.range?.[0];
    if (isAlias(node)) return readAlias(node.source, offset, depth);
    if (node.tag !== undefined && !standardTags.test(node.tag))
      return fail(offset, `the tag ${node.tag} is not supported`, 'Remove it.');
    if (isScalar(node)) return toScalar(node);
    if (depth === maxDepth) return fail(offset, `nested too deeply (limit: ${maxDepth} levels)`);
    if (isSeq<Node>(node)) return node.items.map(item => toJson(item, depth + 1));
    if (!isMap<Node, Node | null>(node)) return fail(offset, 'expected a value, a list or an object');
    const keys = new Set<string>();
    return Object.fromEntries(
      node.items.map(({key, value}) => {
        if (!isScalar(key)) return fail(key.range?.[0], 'a key must be a string');
        if (key.value === '<<' && key.type === 'PLAIN')
          return fail(key.range?.[0], 'merge keys (<<) are not supported', 'Write the members out.');
        const name = key.source ?? String(key.value);
        if (keys.has(name)) return fail(key.range?.[0], `the key ${JSON.stringify(name)} appears twice in one object`);
        keys.add(name);
        return [name, toJson(value, depth + 1)];
      }),
    );
  }

  function toScalar({value, source, range}: Scalar): Json {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value !== 'number') return fail(range?.[0], 'this value cannot be written as JSON');
    if (source !== undefined && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(source)) return exactNumber(source);
    return fail(range?.[0], `${source} is read as the number ${value}`, `Put it in quotes, or write ${value}.`);
  }

  function rangeOf(path: readonly (string | number)[]): number | undefined {
    for (let length = path.length; length > 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true);
      if (isScalar(node) || isMap(node) || isSeq(node) || isAlias(node)) return node.range?.[0];
    }
    return document.contents?.range?.[0];
  }
}

/** How many levels of lists and objects a value has. */
function countLevels(value: Json | undefined): number {
  if (isArray(value)) return 1 + value.reduce((most: number, each) => Math.max(most, countLevels(each)), 0);
  if (!isObject(value)) return 0;
  return 1 + Object.values(value).reduce((most: number, each) => Math.max(most, countLevels(each)), 0);
}
