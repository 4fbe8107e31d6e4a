import {segmentText} from './segment-text.js';
import {widthOf} from './width-of.js';

/** Wraps words into lines of at most `width` cells; a longer word gets its own line. */
export function wrapWords(text: string, width: number): readonly string[] {
  return joinWords(text.split(' '), width);
}

/** @param breakWord breaks a word that gets lines of its own; the last of them is continued */
function joinWords(
  words: readonly string[],
  width: number,
  breakWord = (word: string): readonly string[] => [word],
): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(...breakWord(word));
  }
  return lines;
}

/** The same, with words that are too long broken into lines as well. */
export function wrapAll(text: string, width: number): readonly string[] {
  return joinWords(text.split(' '), width, word => {
    if (widthOf(word) <= width) return [word];
    const pieces = [''];
    for (const {segment} of segmentText(word)) {
      const piece = pieces.at(-1) ?? '';
      if (widthOf(piece + segment) > width) pieces.push(segment);
      else pieces[pieces.length - 1] = piece + segment;
    }
    return pieces;
  });
}

/** Breaks spans of text into lines, as one text. */
export function wrapSpans<Part extends {readonly text: string}>(
  parts: readonly Part[],
  width: number,
): readonly Part[] {
  const text = parts.map(part => part.text).join('');
  const breaks: {readonly at: number; readonly next: number}[] = [];
  let next = 0;
  for (const line of wrapAll(text, width)) {
    const at = next + line.length;
    next = text[at] === ' ' ? at + 1 : at;
    breaks.push({at, next});
  }
  breaks.pop();
  let end = 0;
  return parts.map(part => {
    const start = end;
    end += part.text.length;
    let shown = '';
    let from = start;
    for (const {at, next} of breaks.filter(({at}) => at >= start && at < end)) {
      shown += `${text.slice(from, at)}\n`;
      from = next;
    }
    return {...part, text: `${shown}${text.slice(from, end)}`};
  });
}

/** An argument in quotes, or a command among several. */
const unbroken = /(?<=^|\s)'[^']*'|\bbizctl(?: [a-z]+){1,2}/g;

function splitMessage(text: string): readonly string[] {
  const pieces = Array.from(text.matchAll(unbroken), ({index, 0: piece}) => ({
    start: index,
    end: index + piece.length,
  }));
  const words: string[] = [];
  let begin = 0;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
    if (pieces.some(({start, end}) => start < at && at < end)) continue;
    words.push(text.slice(begin, at));
    begin = at + 1;
  }
  return [...words, text.slice(begin)];
}

/**
 * Wraps a message into lines of at most `width` cells. A command at its end stays in one piece, so that it can be
 * copied: if it does not fit, it gets a line of its own, however long.
 */
export function wrapMessage(text: string, width: number): string {
  const [, words = text, command] = /^(.*?\b[Rr]un: )(bizctl .*)$/s.exec(text) ?? [];
  const lines = joinWords(splitMessage(words.trimEnd()), width);
  const last = lines.at(-1) ?? '';
  if (command === undefined) return lines.join('\n');
  const isShort = widthOf(last) + 1 + widthOf(command) <= width;
  return `${lines.join('\n')}${isShort ? ' ' : '\n'}${command}`;
}
