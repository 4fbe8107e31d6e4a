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

/** Returns how many of the first units have at most so many characters together. */
function countFitting(parts: readonly string[], length: number): number {
  let total = 0;
  const index = parts.findIndex(part => {
    total += part.length;
    return total > length;
  });
  return index < 0 ? parts.length : index;
}

function cut(text: string): string {
  if (text.length <= maxLength) return text;
  const parts = splitUnits(text.slice(0, maxLength + 1));
  return `${parts.slice(0, countFitting(parts, maxLength)).join('')}…`;
}

function countShared(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((unit, at) => unit !== other[at]);
  return index < 0 ? one.length : index;
}

/** Leaves out what two long texts share at their beginning and end. */
function excerptPair(before: string, after: string): readonly [string, string] {
  if (before.length <= maxLength && after.length <= maxLength) return [before, after];
  const [from, to] = [splitUnits(before), splitUnits(after)];
  const shared = countShared(from, to);
  const sharedAtEnd = countShared(from.slice(shared).toReversed(), to.slice(shared).toReversed());
  const start = shared - countFitting(from.slice(0, shared).toReversed(), sharedLength);
  const end = sharedAtEnd - countFitting(from.slice(from.length - sharedAtEnd), sharedLength);
  const excerpt = (text: readonly string[]) =>
    `${start > 0 ? '…' : ''}${text.slice(start, text.length - end).join('')}${end > 0 ? '…' : ''}`;
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
