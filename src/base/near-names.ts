import {distance} from 'fastest-levenshtein';
import {inChoice} from './in-choice.js';

/** Returns up to three of `names` that `typed` may be a misspelling of, nearest first. */
export function findNearNames(typed: string, names: readonly string[]): readonly string[] {
  const lowercase = typed.toLowerCase();
  return [...new Set(names)]
    .map(name => ({
      name,
      edits: distance(lowercase, name.toLowerCase()),
      isPart: lowercase.length > 2 && name.toLowerCase().includes(lowercase),
    }))
    .filter(
      ({edits, isPart, name}) =>
        isPart || edits <= Math.max(1, Math.floor(Math.min(lowercase.length, name.length) * 0.4)),
    )
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({name}) => name);
}

/** A question such as `Did you mean a or b?`; `undefined` if no name is near. */
export function didYouMean(typed: string, names: readonly string[]): string | undefined {
  const near = findNearNames(typed, names);
  return near.length === 0 ? undefined : `Did you mean ${inChoice(near)}?`;
}
