import {plainText} from './printable.js';

let measure: ((text: string) => number) | undefined;

/** Loads what measures all other text. That takes 30 ms on Node, which the help is spared. */
export async function loadWidths(): Promise<void> {
  measure ??= (await import('string-width')).default;
}

/** How many cells of a terminal the text takes; wide and combining characters only once `loadWidths` has been awaited. */
export function widthOf(text: string): number {
  if (plainText.test(text)) return text.length;
  if (!measure) throw new Error(`the width of ${JSON.stringify(text)} was asked for before loadWidths`);
  return measure(text);
}
