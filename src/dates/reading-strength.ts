import type {Expression, Moment} from './nodes.js';
import type {Token} from './tokens.js';

/** Words beside a date that change nothing about it. */
const emptyWords = new Set('on at by in the for of around about please is its it a due dated'.split(' '));

function momentsOf(found: Expression): readonly Moment[] {
  switch (found.kind) {
    case 'moment':
      return [found.moment];
    case 'list':
      return found.moments;
    case 'range':
      return [found.from, found.to];
    case 'counted':
    case 'recurrence':
    case 'shift-range':
    case 'slice':
    case 'since':
    case 'span':
    default:
      return [];
  }
}

/** A date by its form, or one on its own or after a preposition. */
export function isStrong(found: Expression, isAlone: boolean): boolean {
  if (found.kind !== 'moment') return true;
  const {strength} = found.moment;
  return strength === 'clear' || (strength === 'weak' && isAlone);
}

/** True where part of what was written has no place in the dates. */
export function isLossy(found: Expression): boolean {
  if (found.kind === 'recurrence') return found.recurrence.isLossy === true;
  return momentsOf(found).some(
    ({days, times, isLossy: isMarked}) => isMarked === true || (days?.kind === 'list' && times?.kind === 'range'),
  );
}

/** True for a word that may change what a date beside it means. */
export function hasMeaning({kind, text}: Token): boolean {
  return kind === 'symbol' ? /^[+%$€£]$/.test(text) : kind !== 'word' || !emptyWords.has(text);
}
