import {diffArrays} from 'diff';
import {fit} from './markdown-text.js';

/** Longer values are shortened. */
const maxLength = 120;
/** How many shared characters are shown before and after what differs between two texts. */
const sharedLength = 20;

/** How long values are shown where space is limited. */
export interface Shortening {
  readonly value: (text: string) => string;
  /** Shortens two values that differ. */
  readonly pair: (before: string, after: string) => readonly [string, string];
}

/** Characters and JSON escapes, none of which is shown in part. */
const units = /\\u[\da-f]{4}|\\.|./gsu;

function splitUnits(text: string): readonly string[] {
  return text.match(units) ?? [];
}

function cut(text: string): string {
  if (text.length <= maxLength) return text;
  return `${fit(splitUnits(text.slice(0, maxLength + 1)), maxLength).join('')}…`;
}

function countShared(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((unit, at) => unit !== other[at]);
  return index < 0 ? one.length : index;
}

/** JSON escapes, words, and what is between them. */
const words = /\\u[\da-f]{4}|\\.|[\p{L}\p{M}\p{N}]+|./gsu;
/** Texts that differ in more words are shown as they are. */
const maxEdits = 100;

/** Leaves out what two long texts share, but for some characters around what differs. */
function excerptPair(before: string, after: string): readonly [string, string] {
  if (before.length <= maxLength && after.length <= maxLength) return [before, after];
  const [from, to] = [splitUnits(before), splitUnits(after)];
  const shared = countShared(from, to);
  const sharedAtEnd = countShared(from.slice(shared).toReversed(), to.slice(shared).toReversed());
  const head = elide(from.slice(0, shared), {isFirst: true});
  const tail = elide(from.slice(from.length - sharedAtEnd), {isLast: true});
  const [was, is] = [from, to].map(text => text.slice(shared, text.length - sharedAtEnd).join(''));
  const [shownFrom, shownTo] = excerptMiddles(was ?? '', is ?? '');
  return [`${head}${shownFrom}${tail}`, `${head}${shownTo}${tail}`];
}

/** Leaves out what two texts share between the first and the last place where they differ. */
function excerptMiddles(before: string, after: string): readonly [string, string] {
  const [from, to] = [before.match(words) ?? [], after.match(words) ?? []];
  const parts = diffArrays(from, to, {maxEditLength: maxEdits});
  if (!parts) return [before, after];
  const shown = parts.map(({value, added, removed}) => ({
    added,
    removed,
    text: added || removed ? value.join('') : elide(splitUnits(value.join(''))),
  }));
  const join = (isShown: (part: (typeof shown)[number]) => boolean) =>
    shown.flatMap(part => (isShown(part) ? part.text : [])).join('');
  return [join(({added}) => !added), join(({removed}) => !removed)];
}

/** Shows of a shared part only some characters beside what differs. */
function elide(shared: readonly string[], {isFirst = false, isLast = false} = {}): string {
  const start = isFirst ? [] : fit(shared, sharedLength);
  const end = isLast ? [] : fit(shared.toReversed(), sharedLength).toReversed();
  if (start.length + end.length >= shared.length) return shared.join('');
  return `${start.join('')}…${end.join('')}`;
}

/** Everything is shown. */
export const whole: Shortening = {value: text => text, pair: (before, after) => [before, after]};

/** All that changes is shown. */
export const excerpts: Shortening = {value: text => text, pair: excerptPair};

/** Values are cut; of two texts, the first place where they differ can be seen. */
export const brief: Shortening = {
  value: cut,
  pair: (before, after) => {
    const [from, to] = excerptPair(before, after);
    return [cut(from), cut(to)];
  },
};
