import {isPart, type Part} from './assumptions.js';
import {bareHour, clearTime} from './clock-times.js';
import {after, followedBy, join2, join3, longest, map} from './combinators.js';
import {amountOf, type Day, type Moment, onDay, shifted, type Time} from './nodes.js';
import {packedTime} from './numeric-dates.js';
import {type Parser, startingLike} from './parser.js';
import {one, type Several} from './several.js';
import {businessEdge, clearTimes, freeTime, freeTimes, partBehind, partName} from './times.js';
import {oneOf, phrase, phrases, skip} from './word-parsers.js';
import {isoOffset, zoneName} from './zone-names.js';

export type Piece = Partial<Omit<Moment, 'strength'>> & {readonly isBare?: boolean};

export function part(name: Part): Time {
  return {kind: 'part', part: name, grain: 'part'};
}

function partOn(offset: number, name: Part): Piece {
  return {days: one({kind: 'offset', days: offset, grain: 'day'}), part: name};
}

/** "tonight", "this morning" and "last night" name a day and a part of it. */
export const partOfToday: Parser<Piece> = longest(
  map(phrase('tonight|tonite|later tonight|late tonight'), text =>
    partOn(0, text.startsWith('late ') ? 'late night' : 'tonight'),
  ),
  join2(phrase('this|today in the|later this|earlier this'), partName, (_, name) => partOn(0, name)),
  join2(phrase('last|yesterday'), partName, (_, name) => partOn(-1, name)),
  map(phrase('late last night'), () => partOn(-1, 'late night')),
  join2(phrase('the next|next|the following'), partName, (_, name) => partOn(1, name)),
);
export const current = phrases<Piece>({
  'now|at the moment': {times: one({kind: 'current', isNow: true, grain: 'second', isWeak: true})},
  'right now|just now|this very moment': {times: one({kind: 'current', isNow: true, grain: 'second'})},
});

/** The pieces of a moment: with `isSingle`, of one day and one time. */
export function createPieces(isSingle: boolean, singleDay: Parser<Day>, days: Parser<Several<Day>>) {
  const day = map(isSingle ? map(singleDay, one) : days, (found): Piece => ({days: found}));
  const time = map(isSingle ? map(clearTime, one) : clearTimes, (times): Piece => ({times}));
  const free: Parser<Piece> = map(
    isSingle ? map(freeTime, one) : freeTimes,
    (times): Piece => ({
      times,
      isBare: times.kind === 'one' && times.value.isWeak === true && !isHalved(times.value),
    }),
  );
  /** Directly after a day a bare hour needs "at", but not a span of hours: "monday 9-5". */
  const clear = map(free, piece => (piece.isBare === true ? undefined : piece));
  return {day, time, free, clear, dayInPart: createDayInPart(singleDay)};
}
export type PieceParsers = ReturnType<typeof createPieces>;

export const morning: Parser<Piece> = map(phrase('morning|in the morning'), () => ({part: 'first thing'}));
const anyPart = longest(partBehind, businessEdge);
export const partPiece: Parser<Piece> = startingLike([anyPart], (input, start) => {
  const match = anyPart(input, start);
  // "At the end of the day, …" is a figure of speech.
  const isFigure =
    match?.value === 'end of day' &&
    input.tokens[match.next - 2]?.text === 'the' &&
    input.tokens[match.next]?.text === ',';
  return match && !isFigure ? {value: {part: match.value}, next: match.next} : undefined;
});
export const zonePiece: Parser<Piece> = map(zoneName, zone => ({zone}));

/** "5 in the morning", "8 tonight", "9 tomorrow morning" */
export const hourOfPart: Parser<Piece> = followedBy(
  map(bareHour, (time): Piece => ({times: one(time)})),
  (_, input, next) => ofPart(input, next) !== undefined,
);
const ofPart = longest(
  after(phrase('in the|at|during the'), partName),
  after(oneOf('tomorrow|this|yesterday'), partName),
  phrase('tonight'),
);

const isoClock = longest(
  clearTime,
  map(packedTime, (fields): Time => ({kind: 'clock', ...fields, isCertain: true, grain: 'second'})),
);
const beside = phrases<1 | -1>({'before|preceding': -1, 'after|following': 1});
/** "early tomorrow morning", "late monday evening", "the night before christmas" */
function createDayInPart(singleDay: Parser<Day>): Parser<Piece> {
  return longest<Piece>(
    join3(oneOf('early|late'), singleDay, oneOf('morning|afternoon|evening|night'), (edge, value, name) => {
      const found = `${edge} ${name}`;
      return isPart(found) ? {days: one(value), part: found} : undefined;
    }),
    join3(after(skip('the'), partName), beside, singleDay, (name, sign, day): Piece | undefined => {
      if (day.grain !== 'day') return undefined;
      return {days: one(shifted(amountOf(1, 'day'), sign, onDay(day))), part: name};
    }),
  );
}

/** `T09:15Z` after an ISO date. */
export const isoTime: Parser<Piece> = (input, start) => {
  if (input.tokens[start]?.text !== 't' || !input.tokens[start].isGlued) return undefined;
  const time = isoClock(input, start + 1);
  if (!time) return undefined;
  const zone = isoOffset(input, time.next);
  const certain: Time = time.value.kind === 'clock' ? {...time.value, isCertain: true} : time.value;
  return {
    value: {times: one(certain), ...(zone ? {zone: zone.value} : {})},
    next: zone?.next ?? time.next,
  };
};

/** True for a time with am or pm. */
export function isHalved(time: Time): boolean {
  return time.kind === 'clock' && time.half !== undefined;
}
