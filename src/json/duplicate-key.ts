const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|\n/g;

/** The first key that stands twice in one object of this valid JSON text: parsers keep the last and say nothing. */
export function findDuplicateKey(
  text: string,
): {readonly key: string; readonly line: number; readonly column: number} | undefined {
  const objects: (Set<string> | undefined)[] = [];
  let line = 1;
  let lineStart = 0;
  let isKey = false;
  for (const {0: token, index} of text.matchAll(tokens)) {
    if (token === '\n') {
      line += 1;
      lineStart = index + 1;
    } else if (token === '{') objects.push(new Set());
    else if (token === '[') objects.push(undefined);
    else if (token === '}' || token === ']') objects.pop();
    else if (isKey && token.startsWith('"')) {
      const keys = objects.at(-1);
      const key = String(JSON.parse(token));
      if (keys?.has(key)) return {key, line, column: index - lineStart + 1};
      keys?.add(key);
    }
    if (token !== '\n') isKey = token === '{' || (token === ',' && objects.at(-1) !== undefined);
  }
  return undefined;
}
