/** A recurrence as it stands in a phrase. */
export interface Rule {
  readonly start: number;
  readonly end: number;
  /** The parts of an RFC 5545 rule, without its end. */
  readonly parts: readonly string[];
  readonly isDayNamed: boolean;
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ordinals = ['first', 'second', 'third', 'fourth', 'last'];
const frequencies = new Map([
  ['minute', 'MINUTELY'],
  ['hour', 'HOURLY'],
  ['day', 'DAILY'],
  ['week', 'WEEKLY'],
  ['month', 'MONTHLY'],
  ['year', 'YEARLY'],
]);
const adverbs = new Map([
  ['hourly', 'HOURLY'],
  ['daily', 'DAILY'],
  ['weekly', 'WEEKLY'],
  ['monthly', 'MONTHLY'],
  ['yearly', 'YEARLY'],
  ['annually', 'YEARLY'],
]);

const every = '\\b(?:every|each)\\s+';
const weekday = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?';
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const joint = '(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*|\\s+or\\s+)';
const days = `${weekday}(?:${joint}${weekday})*`;
const count = '(?:(other|second|third|\\d{1,3})\\s+)?';
const dayOfMonth = '(\\d{1,2})(?:st|nd|rd|th)?';

type Reader = (groups: readonly (string | undefined)[]) => readonly string[];

function codesOf(text: string): readonly string[] {
  return weekdays.filter(code => new RegExp(`\\b${code}`, 'i').test(text));
}

function intervalOf(word: string | undefined): readonly string[] {
  const named = new Map([
    ['other', 2],
    ['second', 2],
    ['third', 3],
  ]);
  const interval = named.get(word?.trim().toLowerCase() ?? '') ?? Number(word ?? 1);
  return interval > 1 ? [`INTERVAL=${interval}`] : [];
}

const ordinalRule: Reader = ([ordinal = '', day = '']) => {
  const position = ordinals.indexOf(ordinal.toLowerCase());
  return ['FREQ=MONTHLY', `BYDAY=${position === 4 ? -1 : position + 1}${codesOf(day).join('')}`];
};
const yearlyRule: Reader = ([day = '', name = '']) => [
  'FREQ=YEARLY',
  `BYMONTH=${months.indexOf(name.slice(0, 3).toLowerCase()) + 1}`,
  `BYMONTHDAY=${Number(day)}`,
];

/** What recurs, the most telling form first; each names its days but the last two. */
const forms: readonly {readonly pattern: RegExp; readonly read: Reader; readonly isDayNamed: boolean}[] = [
  {
    pattern: new RegExp(
      `${every}(${ordinals.join('|')})\\s+(${weekday})(?:\\s+of\\s+(?:the|each|every)\\s+month)?\\b`,
      'i',
    ),
    read: ordinalRule,
    isDayNamed: true,
  },
  {
    pattern: new RegExp(
      `\\b(?:the\\s+)?(${ordinals.join('|')})\\s+(${weekday})\\s+of\\s+(?:each|every)\\s+month\\b`,
      'i',
    ),
    read: ordinalRule,
    isDayNamed: true,
  },
  {
    pattern: new RegExp(`${every}year\\s+on\\s+(?:the\\s+)?${dayOfMonth}(?:\\s+of)?\\s+(${month})\\b`, 'i'),
    read: yearlyRule,
    isDayNamed: true,
  },
  {
    pattern: new RegExp(`${every}year\\s+on\\s+(${month})\\s+${dayOfMonth}\\b`, 'i'),
    read: ([name, day]) => yearlyRule([day, name]),
    isDayNamed: true,
  },
  {
    pattern: new RegExp(`${every}(?:the\\s+)?${dayOfMonth}\\s+of\\s+(${month})\\b`, 'i'),
    read: yearlyRule,
    isDayNamed: true,
  },
  {
    pattern: new RegExp(
      `${every}${count}months?\\s+on\\s+(?:the\\s+)?${dayOfMonth}\\b|${every}(?:the\\s+)?${dayOfMonth}\\s+of\\s+(?:the|each|every)\\s+month\\b`,
      'i',
    ),
    read: ([interval, day, otherDay]) => [
      'FREQ=MONTHLY',
      ...intervalOf(interval),
      `BYMONTHDAY=${Number(day ?? otherDay)}`,
    ],
    isDayNamed: true,
  },
  {
    pattern: new RegExp(`${every}${count}weeks?\\s+on\\s+(${days})\\b`, 'i'),
    read: ([interval, names = '']) => ['FREQ=WEEKLY', ...intervalOf(interval), `BYDAY=${codesOf(names).join(',')}`],
    isDayNamed: true,
  },
  {
    pattern: new RegExp(`${every}(other\\s+)?(${days})\\b`, 'i'),
    read: ([interval, names = '']) => ['FREQ=WEEKLY', ...intervalOf(interval), `BYDAY=${codesOf(names).join(',')}`],
    isDayNamed: true,
  },
  {
    pattern: new RegExp(`${every}(?:weekday|workday|working day|business day)\\b`, 'i'),
    read: () => ['FREQ=WEEKLY', 'BYDAY=MO,TU,WE,TH,FR'],
    isDayNamed: true,
  },
  {pattern: new RegExp(`${every}weekend\\b`, 'i'), read: () => ['FREQ=WEEKLY', 'BYDAY=SA,SU'], isDayNamed: true},
  {
    pattern: new RegExp(`${every}${count}(minute|hour|day|week|month|year)s?\\b`, 'i'),
    read: ([interval, unit = '']) => [`FREQ=${frequencies.get(unit.toLowerCase())}`, ...intervalOf(interval)],
    isDayNamed: false,
  },
  {
    pattern: new RegExp(`\\b(${[...adverbs.keys()].join('|')})\\b`, 'i'),
    read: ([adverb = '']) => [`FREQ=${adverbs.get(adverb.toLowerCase())}`],
    isDayNamed: false,
  },
];

/** The first recurrence that a phrase names, `undefined` when it names none. */
export function findRule(phrase: string): Rule | undefined {
  for (const {pattern, read, isDayNamed} of forms) {
    const match = pattern.exec(phrase);
    if (match) return {start: match.index, end: match.index + match[0].length, parts: read(match.slice(1)), isDayNamed};
  }
  return undefined;
}
