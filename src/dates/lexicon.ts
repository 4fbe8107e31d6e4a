/** Every form with its value. */
function table<T>(rows: readonly (readonly [T, string])[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([value, forms]) => forms.split(' ').map(form => [form, value] as const)));
}

/** ISO numbers, Monday is 1. */
export const weekdayNumbers = table([
  [1, 'monday mon'],
  [2, 'tuesday tue tues'],
  [3, 'wednesday wed weds wednsday'],
  [4, 'thursday thu thur thurs'],
  [5, 'friday fri'],
  [6, 'saturday sat'],
  [7, 'sunday sun'],
]);

const weekdayPluralWords = 'mondays tuesdays wednesdays thursdays fridays saturdays sundays';
export const weekdayPlurals = table(weekdayPluralWords.split(' ').map((word, index) => [index + 1, word] as const));

export const monthNumbers = table([
  [1, 'january jan'],
  [2, 'february feb febuary'],
  [3, 'march mar'],
  [4, 'april apr'],
  [5, 'may'],
  [6, 'june jun'],
  [7, 'july jul'],
  [8, 'august aug'],
  [9, 'september sept sep'],
  [10, 'october oct'],
  [11, 'november nov'],
  [12, 'december dec'],
]);

/** Names of months and weekdays that are everyday words or names of people as well. */
export const weakNames = new Set(
  'may march mar april june august jan dec mon wed sat sun spring fall winter summer autumn'.split(' '),
);
/** Words that are not a date on their own. */
export const neverAlone = new Set(['may', 'sun', 'mar', 'second']);

export type Unit =
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'business day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'half'
  | 'year';

/** A weekend is a period, but nothing is counted in weekends from a moment. */
export type PeriodUnit = Unit | 'weekend';

/** Units with how many of them a word means. */
export const unitWords: ReadonlyMap<string, {readonly unit: Unit; readonly count: number}> = table([
  [{unit: 'second', count: 1}, 'second seconds sec secs'],
  [{unit: 'minute', count: 1}, 'minute minutes min mins'],
  [{unit: 'hour', count: 1}, 'hour hours hr hrs'],
  [{unit: 'day', count: 1}, 'day days'],
  [{unit: 'business day', count: 1}, 'workday workdays weekday weekdays'],
  [{unit: 'week', count: 1}, 'week weeks wk wks'],
  [{unit: 'week', count: 2}, 'fortnight fortnights'],
  [{unit: 'month', count: 1}, 'month months mth mths mo mos'],
  [{unit: 'quarter', count: 1}, 'quarter quarters qtr qtrs'],
  [{unit: 'year', count: 1}, 'year years yr yrs'],
  [{unit: 'year', count: 10}, 'decade decades'],
  [{unit: 'year', count: 100}, 'century centuries'],
]);

/** Letters for a unit directly after a number: `2h`, `1h30m`. */
export const unitLetters: ReadonlyMap<string, {readonly unit: Unit; readonly count: number}> = table([
  [{unit: 'second', count: 1}, 's'],
  [{unit: 'minute', count: 1}, 'm'],
  [{unit: 'hour', count: 1}, 'h'],
  [{unit: 'day', count: 1}, 'd'],
  [{unit: 'week', count: 1}, 'w'],
  [{unit: 'year', count: 1}, 'y'],
]);

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
export const smallNumbers = table(ones.split(' ').map((word, number) => [number, word] as const));
export const tens = table([
  [20, 'twenty'],
  [30, 'thirty'],
  [40, 'forty fourty'],
  [50, 'fifty'],
  [60, 'sixty'],
  [70, 'seventy'],
  [80, 'eighty'],
  [90, 'ninety'],
]);

const ordinalWords =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth';
export const smallOrdinals = table(ordinalWords.split(' ').map((word, index) => [index + 1, word] as const));
export const tensOrdinals = table([
  [20, 'twentieth'],
  [30, 'thirtieth'],
]);

export const seasonNames = table([
  ['spring' as const, 'spring springtime'],
  ['summer' as const, 'summer summertime'],
  ['autumn' as const, 'autumn fall'],
  ['winter' as const, 'winter wintertime'],
]);

/** Words that may follow a weak date, because they are not nouns that the date would modify. */
export const safeFollowers = new Set(
  `at on in by to until till through thru from for with and or but if then is was will works work work? the we i you they he she it
   please so as when while after before because since between this that next last every each via per our my your us me sharp
   tomorrow today tonight yesterday morning afternoon evening night noon midnight latest instead too also still again only
   am pm works would should can could might must has have had are were starting beginning ending through except ok okay thanks
   monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun utc gmt`.split(/\s+/),
);
