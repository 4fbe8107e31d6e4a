import {type Document, isAlias, isMap, isScalar, isSeq, type Node, visit, type YAMLError} from 'yaml';

/**
 * Returns the offset of the value at a path, or of the innermost one on the way that exists. For a block collection,
 * which starts on the line after its key, it is the offset of the key.
 */
export function findYamlOffset(document: Document.Parsed, path: readonly (string | number)[]): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const at = path.slice(0, length);
    const node = document.getIn(at, true);
    if (isScalar(node) || isAlias(node)) return node.range?.[0];
    if (isMap(node) || isSeq(node)) return (node.flow ? undefined : findKey(document, at)) ?? node.range?.[0];
  }
  return document.contents?.range?.[0];
}

function findKey(document: Document.Parsed, path: readonly (string | number)[]): number | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap<Node>(parent)) return undefined;
  return parent.items.find(({key}) => isScalar(key) && key.value === path.at(-1))?.key.range?.[0];
}

/** Returns the offset of a syntax error; for an unclosed quoted value, that of its opening quote. */
export function findYamlProblem(document: Document.Parsed, {message, pos: [at]}: YAMLError): number {
  let start = at;
  if (/^Missing closing .quote$/.test(message))
    visit(document, {
      Scalar: (_key, {range}) => {
        if (range?.[1] === at) [start] = range;
      },
    });
  return start;
}
