/** Returns `nth` of each change: from 2 on for a create after others of the same name, else `undefined`. */
export function numberCreates(
  changes: readonly {readonly action: string; readonly name: string}[],
): readonly (number | undefined)[] {
  const counts = new Map<string, number>();
  return changes.map(({action, name}) => {
    if (action !== 'create') return undefined;
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return nth === 1 ? undefined : nth;
  });
}
