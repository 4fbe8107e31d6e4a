import {createSeparatedRenderer} from '../separated-values.js';

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csv = createSeparatedRenderer({
  escape: quote,
  // A single empty cell would be an empty line, which readers skip.
  toLine: (cells, lineEnd) => `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}${lineEnd}`,
});
