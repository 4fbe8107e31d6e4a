/** Describes members of a field that an undo leaves as they are. */
export function describeChangedSince(name: string, members: readonly string[]): string {
  return `${JSON.stringify(name)}: changed since the run, so left alone: ${members.join(', ')}`;
}
