/** `1 row`, `2 rows`. */
export function countNouns(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
