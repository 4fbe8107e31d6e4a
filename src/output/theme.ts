import {styleText} from 'node:util';
import type {Span, Style} from './view.js';

/** What each style looks like: colours of the terminal's own palette, readable on light and dark. */
const looks = {
  strong: ['bold'],
  dim: ['dim'],
  underline: ['underline'],
  good: ['green'],
  bad: ['red'],
  warn: ['yellow'],
} as const satisfies Record<Style, readonly string[]>;

/** The text with its style as escape sequences, or as it is where colours are off. */
export function paint(text: string, style: Style | undefined, hasColor: boolean): string {
  return style === undefined || !hasColor ? text : styleText([...looks[style]], text, {validateStream: false});
}

export function paintSpans(spans: readonly Span[], hasColor: boolean): string {
  return spans.map(({text, style}) => paint(text, style, hasColor)).join('');
}

/** The ellipsis for cut text; ASCII where a terminal may not support more. */
export function chooseEllipsis(hasUnicode: boolean): string {
  return hasUnicode ? '…' : '~';
}
