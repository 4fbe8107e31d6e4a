/** One thing, several, or from one to another. */
export type Several<T> =
  | {readonly kind: 'one'; readonly value: T}
  | {readonly kind: 'list'; readonly values: readonly T[]}
  | {readonly kind: 'range'; readonly from: T; readonly to: T};

export function one<T>(value: T): Several<T> {
  return {kind: 'one', value};
}

export function oneOrList<T>(values: readonly T[]): Several<T> | undefined {
  const [first, ...others] = values;
  if (first === undefined) return undefined;
  return others.length === 0 ? one(first) : {kind: 'list', values};
}

/** The values in the order of the phrase. */
export function valuesOf<T>(found: Several<T>): readonly T[] {
  return found.kind === 'one' ? [found.value] : found.kind === 'list' ? found.values : [found.from, found.to];
}
