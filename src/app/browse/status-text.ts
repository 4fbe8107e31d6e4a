import type {Style} from '../../output/view.js';
import type {BrowseState, Reading} from './state.js';

interface StatusText {
  readonly text: string;
  readonly style?: Style | undefined;
}

/** The last message, the loading progress, or the available keys. */
export function describeStatus({mode, message, reading, entries, readOnly}: BrowseState, columns: number): StatusText {
  if (message) return message;
  if (mode.kind === 'busy') return {text: mode.text, style: 'dim'};
  if (reading.state === 'failed') return {text: describeFailure(reading, entries.length > 0), style: 'bad'};
  if (reading.state === 'reading') {
    const waiting = reading.message === undefined ? '' : ` ${reading.message}`;
    return {text: `${entries.length === 0 ? 'Loading' : `${entries.length} so far`}…${waiting}`, style: 'dim'};
  }
  return {text: listHints(readOnly === undefined, columns).join('  '), style: 'dim'};
}

/** What failed, how old the rows are, and when the next attempt is made. */
function describeFailure({message = '', at, retryIn}: Reading, hasRows: boolean): string {
  const key = hasRows ? 'r to continue' : 'r to retry';
  const next = retryIn === undefined ? key : `retrying in ${retryIn} s, ${key} now`;
  const age = hasRows && at !== undefined ? `rows from ${at}; ` : '';
  return `${hasRows ? 'Incomplete' : 'Could not load the list'}: ${message} (${age}${next})`;
}

/** The keys to know, as many as fit on one line. */
function listHints(canWrite: boolean, columns: number): readonly string[] {
  const writes = canWrite ? ['e edit', 'd delete', 'Space mark', 'c change'] : [];
  const hints = ['? keys', 'q quit', '/ search', 'Enter details', ...writes, 's sort'];
  let used = 0;
  return hints.filter(hint => {
    used += hint.length + 2;
    return used <= columns;
  });
}

/** The counts at the top of the screen. */
export function describeCounts(
  {entries, visible, marked, order, search, reading}: BrowseState,
  titles: readonly string[],
): string {
  if (reading.state === 'failed' && entries.length === 0) return '';
  const parts = [
    search.trim() === '' ? String(entries.length) : `${visible.length} of ${entries.length}`,
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
    : `No ${noun} match ${JSON.stringify(search)}. Esc clears the search.`;
}
