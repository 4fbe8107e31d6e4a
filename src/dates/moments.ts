import {createAnchoredDay} from './anchored-days.js';
import type {Part} from './assumptions.js';
import {createDays, createSingleDay} from './days.js';
import {
  createPieces,
  current,
  hourOfPart,
  isHalved,
  isoTime,
  morning,
  type Piece,
  type PieceParsers,
  part,
  partOfToday,
  partPiece,
  zonePiece,
} from './moment-pieces.js';
import {at, bound, comma, on, onOf, side} from './moment-words.js';
import type {Day, Moment, Time} from './nodes.js';
import {defer, type Input, type Match, memoize, type Parser, startingLike} from './parser.js';
import {one, type Several, valuesOf} from './several.js';

type Pieces = Piece & {
  readonly next: number;
  readonly last: 'day' | 'time' | 'part' | 'zone';
};

const limits: readonly (readonly [Parser<string>, Piece])[] = [
  [bound, {isBound: true}],
  [side, {isLossy: true}],
];

/** The next piece of a moment, with the words that lead to it. */
function readPiece(parsers: PieceParsers, input: Input, start: number, pieces: Pieces | undefined): Pieces | undefined {
  const gap = pieces === undefined ? start : (comma(input, start)?.next ?? start);
  const candidates: Pieces[] = [];
  const consider = (parser: Parser<Piece>, from: number, last: Pieces['last'], lead: Piece = {}) => {
    const match = parser(input, from);
    if (match) candidates.push({...match.value, ...lead, next: match.next, last});
  };
  const hasDay = pieces?.days !== undefined;
  const hasTime = pieces?.times !== undefined;
  if (!hasTime) {
    if (pieces?.last === 'day') consider(isoTime, start, 'time');
    consider(pieces?.last === 'day' && gap === start ? parsers.clear : parsers.time, gap, 'time');
    const lead = at(input, gap);
    if (lead) {
      const isStrong = /^(?:at|@)/.test(lead.value) || hasDay;
      consider(isStrong ? parsers.free : parsers.time, lead.next, 'time', lead.value === 'from' ? {isLossy: true} : {});
    }
    if (pieces === undefined) consider(current, start, 'time');
    if (pieces === undefined) consider(hourOfPart, start, 'time');
  }
  if (pieces?.part === undefined) consider(partPiece, gap, 'part');
  if (pieces?.part === 'first thing') consider(morning, gap, 'part');
  if (!hasDay) {
    if (pieces?.part === undefined) consider(partOfToday, gap, 'day');
    if (pieces?.part === undefined) consider(parsers.dayInPart, gap, 'day');
    consider(parsers.day, gap, 'day');
    const lead = on(input, gap);
    if (lead && (pieces !== undefined || lead.value !== 'of')) consider(parsers.day, lead.next, 'day');
    // "Over a year ago" is not a year ago.
    const last = candidates.at(-1);
    if (lead?.value === 'over' && last?.days?.kind === 'one' && last.days.value.kind === 'shifted') candidates.pop();
    const partLead = onOf(input, gap);
    if (partLead && pieces?.part === undefined) consider(partOfToday, partLead.next, 'day');
  }
  for (const [lead, meaning] of limits) {
    const limit = lead(input, gap);
    if (!limit || (pieces !== undefined && hasTime)) continue;
    if (!hasTime) consider(hasDay ? parsers.free : parsers.time, limit.next, 'time', meaning);
    if (pieces === undefined) consider(parsers.day, limit.next, 'day', meaning);
  }
  if (hasTime && pieces?.zone === undefined)
    consider(zonePiece, pieces?.last === 'time' || pieces?.last === 'day' ? start : gap, 'zone');
  return candidates.reduce<Pieces | undefined>(
    (best, one) => (best === undefined || one.next > best.next ? one : best),
    undefined,
  );
}

/** A day, a time of day, or both in any order, with a part of the day and a zone. */
function createMoment(parsers: PieceParsers): Parser<Moment> {
  const firsts = [
    at,
    on,
    bound,
    side,
    parsers.day,
    parsers.time,
    partPiece,
    partOfToday,
    parsers.dayInPart,
    current,
    hourOfPart,
  ];
  return memoize(startingLike(firsts, (input, start) => readMoment(parsers, input, start)));
}

function readMoment(parsers: PieceParsers, input: Input, start: number): Match<Moment> | undefined {
  let pieces: Pieces | undefined;
  for (let step = 0; step < 5; step += 1) {
    const piece = readPiece(parsers, input, pieces?.next ?? start, pieces);
    if (!piece || !fits(pieces, piece)) break;
    pieces = {...pieces, ...piece};
  }
  if (!pieces) return undefined;
  const {next, last: _, isBare, ...fields} = pieces;
  const times: Several<Time> | undefined =
    fields.times ?? (fields.part === undefined ? undefined : one(part(fields.part)));
  const {part: name, ...rest} = fields;
  const value: Moment = {
    ...rest,
    ...(times === undefined ? {} : {times}),
    ...(name !== undefined && fields.times !== undefined ? {part: name} : {}),
    strength: strengthOf(rest.days, fields.times, name, isBare === true, input, start),
  };
  return {value, next: closeParenthesis(input, start, next)};
}

const anchored = createAnchoredDay(defer(() => singleMoment));
export const singleDay: Parser<Day> = createSingleDay(anchored);
const days = createDays(singleDay);
export const moment: Parser<Moment> = createMoment(createPieces(false, singleDay, days));
/** One day, one time of day, or both. */
export const singleMoment: Parser<Moment> = createMoment(createPieces(true, singleDay, days));

function fits(pieces: Pieces | undefined, piece: Pieces): boolean {
  const days = pieces?.days ?? piece.days;
  const times = pieces?.times ?? piece.times;
  const isPeriod = days?.kind === 'one' && (days.value.grain === 'year' || days.value.grain === 'quarter');
  return !(isPeriod && times !== undefined && pieces !== undefined);
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
  input: Input,
  start: number,
): Moment['strength'] {
  const first = input.tokens[start]?.text ?? '';
  if (found !== undefined) {
    const days = valuesOf(found);
    const isNeverAlone = days.every(day => day.isNeverAlone === true);
    if (times !== undefined || name !== undefined) return isNeverAlone && isBare ? 'never' : 'clear';
    if (isNeverAlone) return /^(?:in|by|on|during)$/.test(first) ? 'clear' : 'never';
    const [day] = days;
    if (found.kind !== 'one' || day?.isWeak !== true) return 'clear';
    // "Up to 2000 users" does not name a year.
    const leads = day.grain === 'year' ? [on] : [on, bound, side];
    const isLed = !/^(?:\d|the$)/.test(first) && leads.some(lead => lead(input, start) !== undefined);
    return isLed ? 'clear' : 'weak';
  }
  if (times === undefined)
    return /^(?:in|at|by|eod|cob|eob|cop|end|close|first|start|opening|before|during)$/.test(first) ? 'clear' : 'never';
  if (times.kind === 'one')
    return times.value.isWeak === true && name === undefined && !/^(?:at|@)$/.test(first) ? 'weak' : 'clear';
  const values = valuesOf(times);
  if (!values.every(({isWeak}) => isWeak === true)) return 'clear';
  return /^(?:from|between|at)$/.test(first) || values.some(isHalved) ? 'weak' : 'never';
}
