import {cityZones} from './city-zones.js';
import {glued, join2, join3, join4, longest, map, optional} from './combinators.js';
import {fixedZone, ruledZone, type Zone} from './nodes.js';
import {digitsOfLength} from './numbers.js';
import {type Parser, startingLike} from './parser.js';
import {lookUp, oneOf, phrase, phrases} from './word-parsers.js';
import {zoneAbbreviations} from './zone-abbreviations.js';

const regions: Readonly<Record<string, readonly [string, number]>> = {
  'eastern|us eastern': ['America/New_York', -5],
  'central|us central': ['America/Chicago', -6],
  mountain: ['America/Denver', -7],
  'pacific|us pacific': ['America/Los_Angeles', -8],
  alaska: ['America/Anchorage', -9],
  atlantic: ['America/Halifax', -4],
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
  lookUp(zoneAbbreviations),
  join2(oneOf('utc', 'gmt'), longest(signedMinutes, bare), (_, zone) => zone),
  join3(
    phrases(regions),
    optional(oneOf('standard', 'daylight'), ''),
    oneOf('time'),
    ([name, hours], kind): Zone => (kind === '' ? ruledZone(name) : fixedZone(kind === 'standard' ? hours : hours + 1)),
  ),
  map(oneOf('eastern'), () => ruledZone('America/New_York')),
  map(oneOf('pacific'), () => ruledZone('America/Los_Angeles')),
  join2(phrases(cityZones), oneOf('time'), name => ruledZone(name)),
  join2(phrase('greenwich mean', 'universal', 'coordinated universal'), oneOf('time'), () => fixedZone(0)),
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

const military: Parser<Zone> = map(glued(oneOf('z')), () => fixedZone(0));
/** A bare offset needs four digits, and a plus or a leading zero: `10:00-11:00` is from one time to another. */
const bareOffset: Parser<Zone> = startingLike([sign], (input, at) => {
  const digitsText = input.tokens[at + 1]?.text ?? '';
  const isPlus = input.tokens[at]?.text === '+';
  return isPlus || (digitsText.length === 4 && digitsText.startsWith('0')) ? signedMinutes(input, at) : undefined;
});

/** A zone after a time: a name, an abbreviation or an offset. */
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
      join2(phrases(cityZones), oneOf('time'), name => ruledZone(name)),
    ),
    (_, zone) => zone,
  ),
);

/** An offset directly after an ISO 8601 time. */
export const isoOffset: Parser<Zone> = longest(military, glued(longest(signedMinutes, bare)));
