import {andMore} from '../../../base/and-more.js';
import {toPrintable} from '../../../output/printable.js';

export const fence = '`'.repeat(3);

/**
 * Text as a code span. Escaping is not enough: GitHub looks for mentions and references in the rendered page, but not
 * in code.
 */
export function code(text: string): string {
  const printable = toPrintable(text);
  const longest = Math.max(0, ...Array.from(printable.matchAll(/`+/g), ([run]) => run.length));
  const delimiter = '`'.repeat(longest + 1);
  return `${delimiter} ${printable} ${delimiter}`;
}

/** Text as code within HTML. */
export function htmlCode(text: string): string {
  const escaped = toPrintable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('`', '&#96;');
  return `<code>${escaped}</code>`;
}

/** Makes text safe for a fenced code block by replacing fences in it. */
export function inFence(text: string): string {
  return toPrintable(text).replaceAll(fence, '\u2018\u2018\u2018');
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
