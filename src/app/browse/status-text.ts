import {toPrintable} from '../../output/printable.js';
import type {Span} from '../../output/view.js';
import type {BrowseState, Mode, ReadingState} from './state.js';

/** The last message, the loading progress, or the available keys. */
export function describeStatus(
  {mode, message, reading, entries, readOnly, hasDetail}: BrowseState,
  columns: number,
): Span {
  if (mode.kind === 'busy')
    return {text: message ? `${mode.text} ${message.text}` : mode.text, style: message?.style ?? 'dim'};
  if (message) return message;
  if (reading.state === 'failed') return {text: describeFailure(reading, entries.length > 0), style: 'bad'};
  if (reading.state === 'reading') {
    const waiting = reading.message === undefined ? '' : ` ${reading.message}`;
    const {arrived = entries.length} = reading;
    return {text: `${arrived === 0 ? 'Loading' : `${arrived} so far`}…${waiting}`, style: 'dim'};
  }
  return {text: fitHints(listHints(mode.kind, readOnly === undefined, hasDetail), columns), style: 'dim'};
}

/** Says what failed, how old the rows are, and when the next attempt is made. */
function describeFailure({message = '', at, retryIn, isReload}: ReadingState, hasRows: boolean): string {
  const isPartial = hasRows && !isReload;
  const key = isPartial ? 'r to continue' : 'r to retry';
  const next = retryIn === undefined ? key : `retrying in ${retryIn} s, ${key} now`;
  const age = hasRows && at !== undefined ? `rows from ${at}; ` : '';
  return `${isPartial ? 'Incomplete' : `Could not ${hasRows ? 'reload' : 'load'} the list`}: ${message} (${age}${next})`;
}

/** The keys to know, most important first; questions name their keys themselves. */
function listHints(mode: Mode['kind'], canWrite: boolean, hasDetail: boolean): readonly string[] {
  const writes = canWrite ? ['e edit', 'd delete'] : [];
  const marks = canWrite ? ['Space mark', 'c change'] : [];
  const details = hasDetail ? 'Enter full details' : 'Enter details';
  const hints: {readonly [kind in Mode['kind']]?: readonly string[]} = {
    search: ['Enter list', 'Esc clear', 'Up/Down move'],
    help: ['Up/Down scroll', 'any other key closes the help'],
    detail: ['Esc list', 'Up/Down scroll', ...writes, 'y copy id', '? keys', 'q quit'],
    list: ['? keys', 'q quit', '/ search', details, ...writes, ...marks, 's sort'],
  };
  return hints[mode] ?? [];
}

/** As many hints as fit on one line. */
function fitHints(hints: readonly string[], columns: number): string {
  let used = 0;
  const fitting = hints.filter(hint => {
    used += hint.length + 2;
    return used <= columns;
  });
  return fitting.join('  ');
}

/** The position of the selected row and the counts, at the top of the screen: `3/26, 2 marked`. */
export function describeCounts(
  {entries, visible, cursor, marked, order, search, reading}: BrowseState,
  titles: readonly string[],
): string {
  if (reading.state === 'failed' && entries.length === 0) return '';
  const parts = [
    `${visible.length === 0 ? '' : `${cursor + 1}/`}${visible.length}${search.trim() === '' ? '' : ` of ${entries.length}`}`,
    ...(reading.state === 'failed' && !reading.isReload ? ['incomplete'] : []),
    ...(marked.size > 0 ? [`${marked.size} marked`] : []),
    ...(order ? [`by ${titles[order.column] ?? ''}${order.isDescending ? ', descending' : ''}`] : []),
  ];
  return parts.join(', ');
}

/** The text shown when there are no rows. */
export function describeEmptyList({entries, search, reading}: BrowseState, noun: string): string {
  if (reading.state !== 'done') return '';
  return entries.length === 0
    ? `This tenant has no ${noun}. r reloads, q quits.`
    : `No ${noun} match ${JSON.stringify(toPrintable(search))}. Esc clears the search.`;
}
