import {
  glued,
  join2,
  join3,
  join4,
  longest,
  lookUp,
  map,
  oneOf,
  optional,
  type Parser,
  phrase,
  phrases,
  startingLike,
} from './combinators.js';
import type {Zone} from './nodes.js';
import {digitsOfLength} from './numbers.js';

function ruled(name: string): Zone {
  return {kind: 'rules', name};
}

function fixed(hours: number): Zone {
  return {kind: 'offset', minutes: hours * 60};
}

const abbreviations = new Map<string, Zone>([
  ...(
    [
      ['utc', 0],
      ['gmt', 0],
      ['zulu', 0],
      ['est', -5],
      ['edt', -4],
      ['cst', -6],
      ['cdt', -5],
      ['mst', -7],
      ['mdt', -6],
      ['pst', -8],
      ['pdt', -7],
      ['akst', -9],
      ['akdt', -8],
      ['hst', -10],
      ['nst', -3.5],
      ['ndt', -2.5],
      ['ast', -4],
      ['adt', -3],
      ['wet', 0],
      ['west', 1],
      ['bst', 1],
      ['cest', 2],
      ['eest', 3],
      ['msk', 3],
      ['gst', 4],
      ['pkt', 5],
      ['ist', 5.5],
      ['sgt', 8],
      ['hkt', 8],
      ['awst', 8],
      ['jst', 9],
      ['kst', 9],
      ['acst', 9.5],
      ['acdt', 10.5],
      ['aest', 10],
      ['aedt', 11],
      ['nzst', 12],
      ['nzdt', 13],
    ] as const
  ).map(([name, hours]) => [name, fixed(hours)] as const),
  ...(
    [
      ['et', 'America/New_York'],
      ['ct', 'America/Chicago'],
      ['mt', 'America/Denver'],
      ['pt', 'America/Los_Angeles'],
      ['cet', 'Europe/Paris'],
      ['eet', 'Europe/Helsinki'],
    ] as const
  ).map(([name, zone]) => [name, ruled(zone)] as const),
]);

export function isZoneAbbreviation(text: string): boolean {
  return abbreviations.has(text);
}

const regions: Readonly<Record<string, readonly [string, number]>> = {
  eastern: ['America/New_York', -5],
  'us eastern': ['America/New_York', -5],
  central: ['America/Chicago', -6],
  'us central': ['America/Chicago', -6],
  mountain: ['America/Denver', -7],
  pacific: ['America/Los_Angeles', -8],
  'us pacific': ['America/Los_Angeles', -8],
  alaska: ['America/Anchorage', -9],
  atlantic: ['America/Halifax', -4],
};

/** Cities whose name does not end an IANA zone name, or is asked for most. */
const cities: Readonly<Record<string, string>> = {
  'new york': 'America/New_York',
  boston: 'America/New_York',
  washington: 'America/New_York',
  miami: 'America/New_York',
  atlanta: 'America/New_York',
  toronto: 'America/Toronto',
  chicago: 'America/Chicago',
  dallas: 'America/Chicago',
  houston: 'America/Chicago',
  austin: 'America/Chicago',
  denver: 'America/Denver',
  phoenix: 'America/Phoenix',
  'los angeles': 'America/Los_Angeles',
  'san francisco': 'America/Los_Angeles',
  seattle: 'America/Los_Angeles',
  vancouver: 'America/Vancouver',
  hawaii: 'Pacific/Honolulu',
  'mexico city': 'America/Mexico_City',
  'sao paulo': 'America/Sao_Paulo',
  'buenos aires': 'America/Argentina/Buenos_Aires',
  london: 'Europe/London',
  uk: 'Europe/London',
  british: 'Europe/London',
  dublin: 'Europe/Dublin',
  lisbon: 'Europe/Lisbon',
  madrid: 'Europe/Madrid',
  paris: 'Europe/Paris',
  amsterdam: 'Europe/Amsterdam',
  brussels: 'Europe/Brussels',
  berlin: 'Europe/Berlin',
  munich: 'Europe/Berlin',
  frankfurt: 'Europe/Berlin',
  zurich: 'Europe/Zurich',
  rome: 'Europe/Rome',
  vienna: 'Europe/Vienna',
  prague: 'Europe/Prague',
  warsaw: 'Europe/Warsaw',
  stockholm: 'Europe/Stockholm',
  oslo: 'Europe/Oslo',
  copenhagen: 'Europe/Copenhagen',
  helsinki: 'Europe/Helsinki',
  athens: 'Europe/Athens',
  istanbul: 'Europe/Istanbul',
  kyiv: 'Europe/Kyiv',
  moscow: 'Europe/Moscow',
  dubai: 'Asia/Dubai',
  mumbai: 'Asia/Kolkata',
  delhi: 'Asia/Kolkata',
  bangalore: 'Asia/Kolkata',
  india: 'Asia/Kolkata',
  singapore: 'Asia/Singapore',
  'hong kong': 'Asia/Hong_Kong',
  beijing: 'Asia/Shanghai',
  shanghai: 'Asia/Shanghai',
  china: 'Asia/Shanghai',
  tokyo: 'Asia/Tokyo',
  japan: 'Asia/Tokyo',
  seoul: 'Asia/Seoul',
  manila: 'Asia/Manila',
  perth: 'Australia/Perth',
  sydney: 'Australia/Sydney',
  melbourne: 'Australia/Melbourne',
  brisbane: 'Australia/Brisbane',
  auckland: 'Pacific/Auckland',
  cairo: 'Africa/Cairo',
  lagos: 'Africa/Lagos',
  nairobi: 'Africa/Nairobi',
  johannesburg: 'Africa/Johannesburg',
  'central european': 'Europe/Paris',
  'eastern european': 'Europe/Helsinki',
  local: 'local',
};

const sign = map(oneOf('+', '-', '−'), text => (text === '+' ? 1 : -1));
const colon = glued(oneOf(':'));
const signedMinutes = longest(
  join4(sign, glued(digitsOfLength(1, 2)), colon, glued(digitsOfLength(2)), (side, hours, _, minutes) =>
    toOffset(side, hours, minutes),
  ),
  join2(sign, glued(digitsOfLength(4)), (side, number) => toOffset(side, Math.floor(number / 100), number % 100)),
);

/** Offsets beyond those in use are kept, so that what has one is not understood as a whole. */
function toOffset(side: number, hours: number, minutes: number): Zone {
  return {kind: 'offset', minutes: minutes > 59 ? Number.NaN : side * (hours * 60 + minutes)};
}

const bare = glued(join2(sign, glued(digitsOfLength(1, 2)), (side, hours) => toOffset(side, hours, 0)));
const named: Parser<Zone> = longest(
  lookUp(abbreviations),
  join2(oneOf('utc', 'gmt'), longest(signedMinutes, bare), (_, zone) => zone),
  join3(
    phrases(regions),
    optional(oneOf('standard', 'daylight'), ''),
    oneOf('time'),
    ([name, hours], kind): Zone => (kind === '' ? ruled(name) : fixed(kind === 'standard' ? hours : hours + 1)),
  ),
  map(oneOf('eastern'), () => ruled('America/New_York')),
  map(oneOf('pacific'), () => ruled('America/Los_Angeles')),
  join2(phrases(cities), oneOf('time'), name => ruled(name)),
  join2(phrase('greenwich mean', 'universal', 'coordinated universal'), oneOf('time'), () => fixed(0)),
);
const parenthesized = join3(oneOf('(', '['), named, oneOf(')', ']'), (_, zone) => zone);

const areas = new Map(
  ['africa', 'america', 'antarctica', 'asia', 'atlantic', 'australia', 'europe', 'indian', 'pacific'].map(
    area => [area, area] as const,
  ),
);
const areaName = lookUp(areas);
/** `Europe/Berlin`, `America/Argentina/Buenos_Aires`: the name itself, letters as they may be. */
const ianaName: Parser<Zone> = startingLike([areaName], (input, at) => {
  const area = areaName(input, at);
  if (!area) return undefined;
  let {next} = area;
  const texts: string[] = [area.value];
  for (let found = input.tokens[next]; found?.isGlued === true && /^(?:\p{L}+|[/_-])$/u.test(found.text); ) {
    texts.push(found.text);
    next += 1;
    found = input.tokens[next];
  }
  return texts[1] === '/' && texts.length > 2 ? {value: {kind: 'rules', name: texts.join('')}, next} : undefined;
});

const military: Parser<Zone> = map(glued(oneOf('z')), () => fixed(0));
/** A bare offset needs four digits, and a plus or a leading zero: `10:00-11:00` is from one time to another. */
const bareOffset: Parser<Zone> = startingLike([sign], (input, at) => {
  const digitsText = input.tokens[at + 1]?.text ?? '';
  const isPlus = input.tokens[at]?.text === '+';
  return isPlus || (digitsText.length === 4 && digitsText.startsWith('0')) ? signedMinutes(input, at) : undefined;
});

/** A zone behind a time: a name, an abbreviation or an offset. */
export const zoneName: Parser<Zone> = longest(
  named,
  parenthesized,
  ianaName,
  military,
  bareOffset,
  join2(
    oneOf('in'),
    longest(
      ianaName,
      join2(phrases(cities), oneOf('time'), name => ruled(name)),
    ),
    (_, zone) => zone,
  ),
);

/** An offset directly behind an ISO 8601 time. */
export const isoOffset: Parser<Zone> = longest(military, glued(longest(signedMinutes, bare)));
