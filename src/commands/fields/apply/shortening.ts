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

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}

/** Characters and JSON escapes, none of which is shown in part. */
const units = /\\u[\da-f]{4}|\\.|./gsu;

function countShared(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((unit, at) => unit !== other[at]);
  return index < 0 ? one.length : index;
}

/** Leaves out what two long texts share at their beginning and end. */
function excerptPair(before: string, after: string): readonly [string, string] {
  if (before.length <= maxLength && after.length <= maxLength) return [before, after];
  const [from, to] = [before.match(units) ?? [], after.match(units) ?? []];
  const shared = countShared(from, to);
  const sharedAtEnd = countShared(from.slice(shared).toReversed(), to.slice(shared).toReversed());
  const excerpt = (text: readonly string[]) => {
    const start = shared > 2 * sharedLength ? shared - sharedLength : 0;
    const end = sharedAtEnd > 2 * sharedLength ? text.length - sharedAtEnd + sharedLength : text.length;
    return `${start > 0 ? '…' : ''}${text.slice(start, end).join('')}${end < text.length ? '…' : ''}`;
  };
  return [excerpt(from), excerpt(to)];
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
