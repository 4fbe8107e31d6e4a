import {andMore} from '../../../base/and-more.js';
import {toPrintable} from '../../../output/printable.js';

/**
 * Text as a code span. Escaping is not enough: GitHub looks for mentions and references in the rendered page, but not
 * in code.
 */
export function code(text: string): string {
  const printable = toPrintable(text);
  const delimiter = '`'.repeat(countBackticks(printable) + 1);
  return `${delimiter} ${printable} ${delimiter}`;
}

export function htmlCode(text: string): string {
  const escaped = toPrintable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('`', '&#96;');
  return `<code>${escaped}</code>`;
}

function countBackticks(text: string): number {
  return Array.from(text.matchAll(/`+/g), ([run]) => run.length).reduce((a, b) => Math.max(a, b), 0);
}

/** Text for a code block; runs of backticks that would need a fence as long are counted instead. */
export function toBlockText(text: string): string {
  return toPrintable(text).replaceAll(/`{41,}/g, run => `(${run.length} backticks)`);
}

/** Lines of such text as a block of `diff` code, in a fence that is longer than any in them. */
export function diffBlock(lines: string): string {
  const fence = '`'.repeat(Math.max(3, countBackticks(lines) + 1));
  return `${fence}diff\n${lines}${fence}\n`;
}

/** Returns the texts, from the first, that fit into `room` characters. */
export function fit(texts: readonly string[], room: number): readonly string[] {
  let length = 0;
  const end = texts.findIndex(text => {
    length += text.length;
    return length > room;
  });
  return end < 0 ? texts : texts.slice(0, end);
}

/** Separates the items whose texts fit into `room` characters from the others. */
export function fitEach<Item>(
  items: readonly Item[],
  toText: (item: Item) => string,
  room: number,
): {readonly shown: readonly Item[]; readonly hidden: readonly Item[]} {
  let length = 0;
  const [shown, hidden]: [Item[], Item[]] = [[], []];
  for (const item of items) {
    const text = toText(item);
    const fits = length + text.length <= room;
    if (fits) length += text.length;
    (fits ? shown : hidden).push(item);
  }
  return {shown, hidden};
}

export function countRest(rest: number, noun: string, details = ''): string {
  return andMore(rest, '\n', ` ${noun}${rest === 1 ? '' : 's'}, not shown here${details}\n`);
}

/** Lists names after a label, as far as `room` characters go, and counts the rest. Empty without names or room. */
export function listNames(label: string, names: readonly string[], room: number): string {
  const texts = names.map(name => `, ${code(name)}`);
  const {shown} = fitEach(texts, text => text, room - label.length - 30);
  return shown.length === 0 ? '' : `\n${label}: ${shown.join('').slice(2)}${andMore(names.length - shown.length)}\n`;
}
