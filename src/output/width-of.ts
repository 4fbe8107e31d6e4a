import {plainText} from './printable.js';

let measure: ((text: string) => number) | undefined;

/** Loads string-width, which takes 30 ms on Node and is not needed for help. */
export async function loadWidths(): Promise<void> {
  measure ??= (await import('string-width')).default;
}

/** The width in terminal cells. Text beyond `plainText` requires `loadWidths` first. */
export function widthOf(text: string): number {
  if (plainText.test(text)) return text.length;
  if (!measure) throw new Error(`widthOf(${JSON.stringify(text)}) was called before loadWidths`);
  return measure(text);
}
