import {type DayMonthOrder, mostReadings, type PolicyName} from './assumptions.js';
import {endOfRun, isCutAtEnd, isCutAtStart} from './cut-words.js';
import {expression} from './expressions.js';
import type {Expression} from './nodes.js';
import {readInput} from './parser.js';
import {hasMeaning, isLossy, isStrong} from './reading-strength.js';
import {createContext, type Meaning} from './resolve-context.js';
import {resolveExpression} from './resolve-expression.js';
import {resolvePoint} from './resolve-moments.js';
import type {ZonedDateTime} from './temporal.js';
import type {Token} from './tokens.js';
import {isKnownWord} from './vocabulary.js';

/** A stretch of the phrase with what it means. */
export interface Reading extends Meaning {
  readonly start: number;
  readonly end: number;
  readonly isComplete: boolean;
  readonly policies: readonly PolicyName[];
}

interface Resolved {
  readonly meaning: Meaning | undefined;
  readonly policies: readonly PolicyName[];
}

/** Resolves each expression once, however often a text repeats it. */
function createResolver(now: ZonedDateTime, order: DayMonthOrder | undefined): (found: Expression) => Resolved {
  const known = new Map<string, Resolved>();
  const resolveOnce = (found: Expression): Resolved => {
    const used = new Set<PolicyName>();
    const meaning = resolveExpression(
      found,
      createContext(now, order, policy => used.add(policy), resolvePoint),
    );
    return {meaning, policies: [...used]};
  };
  return found => {
    const key = JSON.stringify(found);
    const resolved = known.get(key) ?? resolveOnce(found);
    known.set(key, resolved);
    return resolved;
  };
}

const leads = new Set(['the', 'a', 'an', 'at', 'in', 'on', 'of', 'by', 'for', 'from', 'all', 'over']);

/** A short number or a preposition that starts no date with the token after it. */
function isIdle({kind, text}: Token, following: Token | undefined): boolean {
  if (kind === 'number' ? text.length > 3 : !leads.has(text)) return false;
  if (following === undefined || following.isGlued) return kind === 'word' && following === undefined;
  return following.kind === 'word' ? !isKnownWord(following) : following.kind === 'number' && kind === 'number';
}

/** Every reading of a phrase, in order of appearance. Readings that are contradictory or not on the calendar are skipped. */
export function findReadings(phrase: string, now: ZonedDateTime, order: DayMonthOrder | undefined): readonly Reading[] {
  const input = readInput(phrase);
  const {tokens} = input;
  const resolve = createResolver(now, order);
  const isAlone = (start: number, end: number) =>
    !tokens.some((token, index) => (index < start || index >= end) && hasMeaning(token));
  const readings: Reading[] = [];
  for (let at = 0; at < tokens.length && readings.length < mostReadings; ) {
    const first = tokens[at];
    const match =
      first && first.kind !== 'symbol' && !isIdle(first, tokens[at + 1]) && !isCutAtStart(tokens, at)
        ? expression(input, at)
        : undefined;
    if (!match) {
      at += 1;
      continue;
    }
    if (isCutAtEnd(tokens, match.next)) {
      at = endOfRun(tokens, match.next - 1);
      continue;
    }
    if (!isStrong(match.value, isAlone(at, match.next))) {
      at += 1;
      continue;
    }
    const {meaning, policies} = resolve(match.value);
    const last = tokens[match.next - 1];
    if (meaning && last) {
      const isComplete = !isLossy(match.value) && isAlone(at, match.next);
      readings.push({...meaning, start: first?.start ?? 0, end: last.end, policies, isComplete});
    }
    at = match.next;
  }
  return readings;
}
