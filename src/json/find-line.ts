import {isNode, LineCounter, parseDocument} from 'yaml';

/**
 * The line, counted from 1, of a member of a JSON text, or of the first mistake in it. Members that are not there are looked for where they should be.
 *
 * @param path of the member; `undefined` for the mistake
 */
export function findLine(text: string, path: readonly (string | number)[] | undefined): number {
  const lines = new LineCounter();
  const document = parseDocument(text, {lineCounter: lines, schema: 'json', prettyErrors: false, logLevel: 'silent'});
  if (path === undefined) return lines.linePos(document.errors[0]?.pos[0] ?? text.trimEnd().length).line;
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
