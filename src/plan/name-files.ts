/** Names that Windows reserves, whatever their extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Returns a file name for each field name, without extension. It depends only on the field, unless two names would give
 * the same file; no two differ only in case.
 */
export function nameFiles(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map(name => {
    const slug = name
      .replace(/[^A-Za-z0-9_]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60);
    const base = slug === '' ? 'field' : reserved.test(slug) ? `field-${slug}` : slug;
    let file = base;
    for (let number = 2; taken.has(file.toLowerCase()); number += 1) file = `${base}-${number}`;
    taken.add(file.toLowerCase());
    return file;
  });
}
