import {styleText} from 'node:util';
import type {Span, Style} from './view.js';

/** Clears the line that the cursor is in. */
export const eraseLine = '\r\u001b[2K';

/** Uses the terminal's own palette, readable on light and dark backgrounds. */
const styleFormats = {
  strong: ['bold'],
  dim: ['dim'],
  underline: ['underline'],
  selected: ['inverse'],
  good: ['green'],
  bad: ['red'],
  warn: ['yellow'],
} as const satisfies Record<Style, readonly string[]>;

/** Adds the style's escape sequences to the text, if colors are on. */
export function paint(text: string, style: Style | undefined, hasColor: boolean): string {
  return style === undefined || !hasColor ? text : styleText([...styleFormats[style]], text, {validateStream: false});
}

export function paintSpans(spans: readonly Span[], hasColor: boolean): string {
  return spans.map(({text, style}) => paint(text, style, hasColor)).join('');
}

/** The ellipsis for truncated text; ASCII where the terminal may not support more. */
export function chooseEllipsis(hasUnicode: boolean): string {
  return hasUnicode ? '…' : '~';
}
