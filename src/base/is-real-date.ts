/** How many days a month has, from 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * False for a string that begins with an ISO date that does not exist, such as 2025-02-30: Date would read another day.
 */
export function isRealDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  return day === undefined || Number(day) <= daysInMonth(Number(year), Number(month));
}
