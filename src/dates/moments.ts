import {createAnchoredDay} from './anchored-days.js';
import type {Part} from './assumptions.js';
import {bareHour, clearTime} from './clock-times.js';
import {
  after,
  defer,
  followedBy,
  type Input,
  join2,
  join3,
  longest,
  type Match,
  map,
  memoize,
  oneOf,
  optional,
  type Parser,
  phrase,
  phrases,
  startingLike,
} from './combinators.js';
import {createDays, createSingleDay} from './days.js';
import type {Day, Moment, Several, Time} from './nodes.js';
import {packedTime} from './numeric-dates.js';
import {businessEdge, clearTimes, freeTime, freeTimes, partBehind, partName} from './times.js';
import {isoOffset, zoneName} from './zone-names.js';

type Piece = Partial<Omit<Moment, 'strength'>> & {readonly isBare?: boolean};

const anchored = createAnchoredDay(defer(() => singleMoment));
export const singleDay: Parser<Day> = createSingleDay(anchored);
const days: Parser<Several<Day>> = createDays(singleDay);

function part(name: Part): Time {
  return {kind: 'part', part: name, grain: 'part'};
}

function onDay(offset: number, name: Part): Piece {
  return {days: {kind: 'one', value: {kind: 'offset', days: offset, grain: 'day'}}, part: name};
}

/** "tonight", "this morning" and "last night" name a day and a part of it. */
const partOfToday: Parser<Piece> = longest(
  map(phrase('tonight|tonite|later tonight|late tonight'), text =>
    onDay(0, text.startsWith('late ') ? 'late night' : 'tonight'),
  ),
  join2(phrase('this|today in the|later this|earlier this'), partName, (_, name) => onDay(0, name)),
  join2(phrase('last|yesterday'), partName, (_, name) => onDay(-1, name)),
  map(phrase('late last night'), () => onDay(-1, 'late night')),
  join2(phrase('the next|next|the following'), partName, (_, name) => onDay(1, name)),
);
const current = phrases<Piece>({
  now: {times: {kind: 'one', value: {kind: 'current', isNow: true, grain: 'second', isWeak: true}}},
  'right now': {times: {kind: 'one', value: {kind: 'current', isNow: true, grain: 'second'}}},
  'just now': {times: {kind: 'one', value: {kind: 'current', isNow: true, grain: 'second'}}},
  'this very moment': {times: {kind: 'one', value: {kind: 'current', isNow: true, grain: 'second'}}},
  'at the moment': {times: {kind: 'one', value: {kind: 'current', isNow: true, grain: 'second', isWeak: true}}},
});

/** The pieces of a moment: with `isSingle`, of one day and one time. */
function createPieces(isSingle: boolean) {
  const day: Parser<Piece> = isSingle
    ? map(singleDay, (value): Piece => ({days: {kind: 'one', value}}))
    : map(days, (found): Piece => ({days: found}));
  const time: Parser<Piece> = isSingle
    ? map(clearTime, (value): Piece => ({times: {kind: 'one', value}}))
    : map(clearTimes, (times): Piece => ({times}));
  const free: Parser<Piece> = map(
    isSingle ? map(freeTime, (value): Several<Time> => ({kind: 'one', value})) : freeTimes,
    (times): Piece => ({
      times,
      isBare: times.kind === 'one' && times.value.isWeak === true,
    }),
  );
  /** Directly behind a day a bare hour needs "at", but not a span of hours: "monday 9-5". */
  const clear = map(free, piece => (piece.isBare === true ? undefined : piece));
  return {day, time, free, clear};
}
type PieceParsers = ReturnType<typeof createPieces>;

const morning: Parser<Piece> = map(phrase('morning|in the morning'), () => ({part: 'first thing'}));
const anyPart = longest(partBehind, businessEdge);
const partPiece: Parser<Piece> = startingLike([anyPart], (input, start) => {
  const match = anyPart(input, start);
  // "At the end of the day, …" is a figure of speech.
  const isFigure = match && match.next - start >= 5 && input.tokens[match.next]?.text === ',';
  return match && !isFigure ? {value: {part: match.value}, next: match.next} : undefined;
});
const zonePiece: Parser<Piece> = map(zoneName, zone => ({zone}));

const at = phrase(
  'at|@|at about|at around|at approximately|at exactly|from|around|about|approximately',
  'approx|circa|by|by about|no later than|before|not before|after|for|starting at',
  'at roughly|roughly',
);
const lossy = new Set(['no later than', 'before', 'not before', 'after', 'starting at']);
const on = phrase(
  'on|in|of|by|on the|for|the|around|about|on or about|on or around|during|as of|over|at',
  'from|come|within',
);
const comma = optional(oneOf(',', '-', '–', '—', '(', '|', '/'), '');

/** "5 in the morning", "8 tonight", "9 tomorrow morning" */
const hourOfPart: Parser<Piece> = followedBy(
  map(bareHour, (value): Piece => ({times: {kind: 'one', value}})),
  (_, input, next) => ofPart(input, next) !== undefined,
);
const ofPart = longest(
  after(phrase('in the|at|during the'), partName),
  after(oneOf('tomorrow|this|yesterday'), partName),
  phrase('tonight'),
);

/** "early tomorrow morning", "late monday evening" */
const dayInPart: Parser<Piece> = join3(
  oneOf('early|late'),
  singleDay,
  oneOf('morning|afternoon|evening|night'),
  (edge, value, name) => {
    const found = dayParts.get(`${edge} ${name}`);
    return found && {days: {kind: 'one', value}, part: found};
  },
);
const dayParts = new Map<string, Part>(
  (
    [
      'early morning',
      'late morning',
      'early afternoon',
      'late afternoon',
      'early evening',
      'late evening',
      'late night',
    ] as const
  ).map(name => [name, name]),
);

const isoClock = longest(
  clearTime,
  map(packedTime, (fields): Time => ({kind: 'clock', ...fields, isCertain: true, grain: 'second'})),
);
/** `T09:15Z` behind an ISO date. */
const isoTime: Parser<Piece> = (input, start) => {
  if (input.tokens[start]?.text !== 't' || input.tokens[start].isGlued === false) return undefined;
  const time = isoClock(input, start + 1);
  if (!time) return undefined;
  const zone = isoOffset(input, time.next);
  const certain: Time = time.value.kind === 'clock' ? {...time.value, isCertain: true} : time.value;
  return {
    value: {times: {kind: 'one', value: certain}, ...(zone ? {zone: zone.value} : {})},
    next: zone?.next ?? time.next,
  };
};

const onOf = oneOf('on|of');

type Pieces = Piece & {
  readonly next: number;
  readonly last: 'day' | 'time' | 'part' | 'zone';
  readonly opened?: boolean;
};

/** The next piece of a moment, with the words that lead to it. */
function readPiece(parsers: PieceParsers, input: Input, start: number, so: Pieces | undefined): Pieces | undefined {
  const gap = so === undefined ? start : (comma(input, start)?.next ?? start);
  const candidates: Pieces[] = [];
  const consider = (parser: Parser<Piece>, from: number, last: Pieces['last'], isLossy = false) => {
    const match = parser(input, from);
    if (match) candidates.push({...match.value, ...(isLossy ? {isLossy} : {}), next: match.next, last});
  };
  const hasDay = so?.days !== undefined;
  const hasTime = so?.times !== undefined;
  if (!hasTime) {
    if (so?.last === 'day') consider(isoTime, start, 'time');
    consider(so?.last === 'day' && gap === start ? parsers.clear : parsers.time, gap, 'time');
    const lead = at(input, gap);
    if (lead) {
      const isStrong = /^(?:at|@)/.test(lead.value) || hasDay;
      consider(isStrong ? parsers.free : parsers.time, lead.next, 'time', lossy.has(lead.value) && hasDay);
    }
    if (so === undefined) consider(current, start, 'time');
    if (so === undefined) consider(hourOfPart, start, 'time');
  }
  if (so?.part === undefined) consider(partPiece, gap, 'part');
  if (so?.part === 'first thing') consider(morning, gap, 'part');
  if (!hasDay) {
    if (so?.part === undefined) consider(partOfToday, gap, 'day');
    if (so?.part === undefined) consider(dayInPart, gap, 'day');
    consider(parsers.day, gap, 'day');
    const lead = on(input, gap);
    if (lead) consider(parsers.day, lead.next, 'day');
    const partLead = onOf(input, gap);
    if (partLead && so?.part === undefined) consider(partOfToday, partLead.next, 'day');
  }
  if (hasTime && so?.zone === undefined)
    consider(zonePiece, so?.last === 'time' || so?.last === 'day' ? start : gap, 'zone');
  return candidates.reduce<Pieces | undefined>(
    (best, one) => (best === undefined || one.next > best.next ? one : best),
    undefined,
  );
}

/** A day, a time of day, or both in any order, with a part of the day and a zone. */
function createMoment(parsers: PieceParsers): Parser<Moment> {
  const firsts = [at, on, parsers.day, parsers.time, partPiece, partOfToday, dayInPart, current, hourOfPart];
  return memoize(startingLike(firsts, (input, start) => readMoment(parsers, input, start)));
}

function readMoment(parsers: PieceParsers, input: Input, start: number): Match<Moment> | undefined {
  let so: Pieces | undefined;
  for (let step = 0; step < 5; step += 1) {
    const piece = readPiece(parsers, input, so?.next ?? start, so);
    if (!piece || !fits(so, piece)) break;
    so = {...so, ...piece};
  }
  if (!so) return undefined;
  const {next, last: _, isBare, opened: __, ...fields} = so;
  const times: Several<Time> | undefined =
    fields.times ?? (fields.part === undefined ? undefined : {kind: 'one', value: part(fields.part)});
  const {part: name, ...rest} = fields;
  const value: Moment = {
    ...rest,
    ...(times === undefined ? {} : {times}),
    ...(name !== undefined && fields.times !== undefined ? {part: name} : {}),
    strength: strengthOf(rest.days, fields.times, name, isBare === true, input, start),
  };
  return {value, next: closeParenthesis(input, start, next)};
}

export const moment: Parser<Moment> = createMoment(createPieces(false));
/** One day, one time of day, or both. */
export const singleMoment: Parser<Moment> = createMoment(createPieces(true));

function fits(so: Pieces | undefined, piece: Pieces): boolean {
  // A range of times on several days would mean several ranges.
  const days = so?.days ?? piece.days;
  const times = so?.times ?? piece.times;
  if (days?.kind === 'list' && times?.kind === 'range') return false;
  const isPeriod = days?.kind === 'one' && (days.value.grain === 'year' || days.value.grain === 'quarter');
  return !(isPeriod && times !== undefined && so !== undefined);
}

function closeParenthesis({tokens}: Input, start: number, next: number): number {
  const opened = tokens.slice(start, next).filter(({text}) => text === '(').length;
  const closed = tokens.slice(start, next).filter(({text}) => text === ')').length;
  return opened > closed && tokens[next]?.text === ')' ? next + 1 : next;
}

function strengthOf(
  found: Several<Day> | undefined,
  times: Several<Time> | undefined,
  name: Part | undefined,
  isBare: boolean,
  {tokens}: Input,
  start: number,
): Moment['strength'] {
  if (found !== undefined) {
    if (found.kind !== 'one') return 'clear';
    const {isWeak = false, isNeverAlone = false} = found.value;
    if (times !== undefined || name !== undefined) return isNeverAlone && isBare ? 'never' : 'clear';
    const isLed = !/^(?:\d|the$)/.test(tokens[start]?.text ?? '') && on({tokens}, start) !== undefined;
    if (isNeverAlone) return isLed ? 'clear' : 'never';
    return isWeak && !isLed ? 'weak' : 'clear';
  }
  if (times === undefined) {
    const first = tokens[start]?.text ?? '';
    return /^(?:in|at|by|eod|cob|eob|cop|end|close|first|start|opening|before|during)$/.test(first) ? 'clear' : 'never';
  }
  if (times.kind === 'one')
    return times.value.isWeak === true && !/^(?:at|@)$/.test(tokens[start]?.text ?? '') ? 'weak' : 'clear';
  const values = times.kind === 'list' ? times.values : [times.from, times.to];
  if (!values.every(({isWeak}) => isWeak === true)) return 'clear';
  return /^(?:from|between|at)$/.test(tokens[start]?.text ?? '') ? 'weak' : 'never';
}
