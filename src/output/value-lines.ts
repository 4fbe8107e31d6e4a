import {isArray, isObject, type Json} from '../json/json.js';
import {showName} from './cells.js';
import {showValue} from './value.js';
import type {Line, Span} from './view.js';

const emptyValue: readonly Span[] = [{text: '-', style: 'dim'}];

/** Shows any member in full: objects as lines below its name, lists of scalars on one line. */
export function toLine(member: string, value: Json | undefined): Line {
  const label = showName(member);
  if (value === undefined || value === null || (isArray(value) && value.length === 0))
    return {label, value: emptyValue};
  if (isObject(value)) return {label, lines: () => toLines(value)};
  if (!isArray(value)) return {label, value: [{text: showValue(value)}]};
  if (value.some(element => isObject(element) || isArray(element)))
    return {label, lines: () => value.map((element, index) => toLine(String(index + 1), element))};
  return {label, value: [{text: value.map(showValue).join(', ')}]};
}

/** Shows the members of an object in full, except those that are shown elsewhere. */
export function toLines(
  members: {readonly [member: string]: Json | undefined},
  shownElsewhere: readonly string[] = [],
): readonly Line[] {
  return Object.entries(members).flatMap(([member, value]) =>
    shownElsewhere.includes(member) ? [] : [toLine(member, value)],
  );
}
