import {createHash} from 'node:crypto';

/** Names that Windows reserves, whatever their extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Returns a file name for each field name, without extension. It depends only on the name, unless several are the same
 * or differ only in case; those are numbered.
 */
export function nameFiles(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map(name => {
    const base = toFileName(name);
    let file = base;
    for (let number = 2; taken.has(file.toLowerCase()); number += 1) file = `${base}-${number}`;
    taken.add(file.toLowerCase());
    return file;
  });
}

/** The name itself if it is plain; otherwise its plain characters and a digest. */
function toFileName(name: string): string {
  if (/^[A-Za-z0-9_][A-Za-z0-9_-]{0,59}$/.test(name) && !reserved.test(name)) return name;
  const plain = name
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50);
  return `${plain === '' ? 'field' : plain}-${createHash('sha256').update(name).digest('hex').slice(0, 6)}`;
}
