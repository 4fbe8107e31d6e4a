/** Parses yes or no in the forms that people and spreadsheets use; `undefined` for anything else. */
export function parseFlag(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (['yes', 'y', 'true', '1', 'x'].includes(word)) return true;
  return ['no', 'n', 'false', '0'].includes(word) ? false : undefined;
}
