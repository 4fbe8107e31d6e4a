import {distance} from 'fastest-levenshtein';

/** Up to three of `names` that could have been meant by `typed`, nearest first. */
export function findNearNames(typed: string, names: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase();
  return [...new Set(names)]
    .map(name => ({
      name,
      far: distance(wanted, name.toLowerCase()),
      isPart: wanted.length > 2 && name.toLowerCase().includes(wanted),
    }))
    .filter(
      ({far, isPart, name}) => isPart || far <= Math.max(1, Math.floor(Math.min(wanted.length, name.length) * 0.4)),
    )
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({name}) => name);
}
