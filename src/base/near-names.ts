import {distance} from 'fastest-levenshtein';
import {inChoice} from './in-series.js';
import {quoteArgument} from './shell-word.js';

/** Returns up to three of `names` that `typed` may be a misspelling or a part of, nearest first. */
export function findNearNames(typed: string, names: readonly string[]): readonly string[] {
  return findNear(typed, names, name => typed.length > 2 && name.toLowerCase().includes(typed.toLowerCase()));
}

/** Returns up to three of `names` that differ from `typed` by one or two letters, nearest first. */
export function findMisspelled(typed: string, names: readonly string[]): readonly string[] {
  return findNear(typed, names, () => false, 2);
}

function findNear(
  typed: string,
  names: readonly string[],
  isAlsoNear: (name: string) => boolean,
  maxEdits = Number.POSITIVE_INFINITY,
): readonly string[] {
  return [...new Set(names)]
    .map(name => ({name, edits: countEdits(typed.toLowerCase(), name.toLowerCase())}))
    .filter(({edits, name}) => {
      const shorter = Math.min(typed.length, name.length);
      const allowed = Math.min(maxEdits, Math.max(1, Math.floor(shorter * 0.4)));
      return (edits < shorter && edits <= allowed) || isAlsoNear(name);
    })
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({name}) => name);
}

/** Two letters that have changed places count as one edit, as in `lsit`. */
function countEdits(typed: string, name: string): number {
  const at = typed.split('').findIndex((letter, index) => letter !== name[index]);
  const isSwapped = at >= 0 && name === [typed.slice(0, at), typed[at + 1], typed[at], typed.slice(at + 2)].join('');
  return isSwapped ? 1 : distance(typed, name);
}

/** A question such as `Did you mean a or b?`, quoted for the shell; `undefined` if no name is near. */
export function didYouMean(typed: string, names: readonly string[]): string | undefined {
  const near = findNearNames(typed, names);
  return near.length === 0 ? undefined : `Did you mean ${inChoice(near.map(quoteArgument))}?`;
}
