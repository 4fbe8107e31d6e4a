import {showValue} from '../../output/value.js';
import type {Span} from '../../output/view.js';
import {type BrowserEntry, type Order, searchEntries, sortEntries} from './entries.js';

/** How far the list has been read. */
export interface ReadingState {
  readonly state: 'reading' | 'done' | 'failed';
  /** Why nothing arrives, or what failed. */
  readonly message?: string | undefined;
  readonly failure?: unknown;
  /** True if a reload failed: the rows on the screen are complete, but old. */
  readonly isReload?: boolean | undefined;
  /** While the list is reloaded: how many rows have arrived to replace those on the screen. */
  readonly arrived?: number | undefined;
  /** When the last page arrived, such as `14:05`; set only after a failure. */
  readonly at?: string | undefined;
  /** Seconds until reading resumes. */
  readonly retryIn?: number | undefined;
}

/** What the keys do at the moment. */
export type Mode =
  | {readonly kind: 'list'}
  | {readonly kind: 'search'}
  /** Details in place of the list, scrolled down by `top` lines. */
  | {readonly kind: 'detail'; readonly top: number}
  /** All keys, scrolled down by `top` lines, and `back`, the mode to return to. */
  | {readonly kind: 'help'; readonly top: number; readonly back: Mode}
  /** A question with No and Yes; with `expected`, that text has to be typed instead. */
  | {
      readonly kind: 'confirm';
      readonly question: string;
      readonly lines: readonly string[];
      /** How far the lines are scrolled down. */
      readonly top: number;
      readonly isYes: boolean;
      /** Shown while the effect is under way. */
      readonly busy: string;
      readonly expected?: string | undefined;
      readonly typed: string;
      readonly effect: Effect;
    }
  /** A question with one answer per line. */
  | {
      readonly kind: 'choose';
      readonly question: string;
      readonly options: readonly string[];
      readonly index: number;
      readonly onEnter: OnEnter;
    }
  /** A line of text. */
  | {readonly kind: 'ask'; readonly question: string; readonly text: string; readonly onEnter: OnEnter}
  /** Writes are under way. */
  | {readonly kind: 'busy'; readonly text: string};

/** @param state as it is by then: rows may have arrived since the question */
type OnEnter = (answer: string, state: BrowseState) => Step;

/** What the browser does besides drawing. */
export type Effect =
  | {readonly kind: 'quit'}
  | {readonly kind: 'interrupt'}
  | {readonly kind: 'read'; readonly isContinued: boolean}
  | {readonly kind: 'edit'; readonly entries: readonly BrowserEntry[]}
  | {readonly kind: 'delete'; readonly entries: readonly BrowserEntry[]}
  | {
      readonly kind: 'prepareChange';
      readonly entries: readonly BrowserEntry[];
      readonly member: string;
      readonly value: string;
    }
  | {readonly kind: 'sendChange'}
  | {readonly kind: 'copy'; readonly text: string};

/** How the value of each member is entered. */
export type MemberForms = {readonly [member: string]: 'text' | 'flag' | 'json'};

/** A new state, and the effect to perform. */
export interface Step {
  readonly state: BrowseState;
  readonly effect?: Effect | undefined;
}

export interface BrowseState {
  /** All rows, in the order of the list. */
  readonly entries: readonly BrowserEntry[];
  /** The rows that match the search, in the chosen order. */
  readonly visible: readonly BrowserEntry[];
  readonly search: string;
  readonly order: Order | undefined;
  /** The index of the selected row in `visible`. */
  readonly cursor: number;
  readonly marked: ReadonlySet<string>;
  readonly mode: Mode;
  /** True to show the details beside the list, or in its place where there is no room. */
  readonly hasDetail: boolean;
  readonly reading: ReadingState;
  readonly message: Span | undefined;
  /** Why rows cannot be changed; `undefined` if they can. */
  readonly readOnly: string | undefined;
  /** The members that can be changed for several rows at once, and what their values look like. */
  readonly forms: MemberForms;
  /** The last value that was typed for a member of some rows and not stored; offered again for the same rows. */
  readonly draft: {readonly keys: readonly string[]; readonly member: string; readonly value: string} | undefined;
  /** The number of columns; `firstColumn` of them are scrolled off to the left. */
  readonly columns: number;
  readonly firstColumn: number;
}

export const listMode: Mode = {kind: 'list'};

export function createState(settings: Pick<BrowseState, 'readOnly' | 'forms'>): BrowseState {
  return {
    ...settings,
    entries: [],
    visible: [],
    search: '',
    order: undefined,
    cursor: 0,
    marked: new Set(),
    mode: listMode,
    hasDetail: false,
    reading: {state: 'reading'},
    message: undefined,
    draft: undefined,
    columns: 0,
    firstColumn: 0,
  };
}

export function selectedEntry({visible, cursor}: BrowseState): BrowserEntry | undefined {
  return visible[cursor];
}

/** The marked rows, or else the selected one. */
export function targetEntries(state: BrowseState): readonly BrowserEntry[] {
  if (state.marked.size > 0) return state.entries.filter(({key}) => state.marked.has(key));
  const selected = selectedEntry(state);
  return selected ? [selected] : [];
}

/** Applies a search or order; the selected row stays selected if it is still visible. */
export function arrange(state: BrowseState, change: Partial<Pick<BrowseState, 'search' | 'order'>>): BrowseState {
  const next = {...state, ...change};
  return withVisible(next, sortEntries(searchEntries(next.entries, next.search), next.order));
}

function withVisible(state: BrowseState, visible: readonly BrowserEntry[]): BrowseState {
  const key = selectedEntry(state)?.key;
  const found = key === undefined ? -1 : visible.findIndex(entry => entry.key === key);
  const cursor = found >= 0 ? found : Math.max(0, Math.min(state.cursor, visible.length - 1));
  if (state.mode.kind !== 'detail' || found >= 0) return {...state, visible, cursor};
  return {
    ...state,
    visible,
    cursor,
    mode: listMode,
    message: {text: 'The row is no longer in the list.', style: 'warn'},
  };
}

/** Adds the rows of a page. */
export function addEntries(state: BrowseState, added: readonly BrowserEntry[]): BrowseState {
  const next = {...state, entries: [...state.entries, ...added]};
  return withVisible(next, sortEntries([...state.visible, ...searchEntries(added, state.search)], state.order));
}

/** Replaces all rows; marks and the selection stay with the rows that are still there. */
export function setEntries(state: BrowseState, entries: readonly BrowserEntry[]): BrowseState {
  // A row without an id of its own is identified by its position, where there may be another row now.
  const marked = entries.flatMap(({key}) => (state.marked.has(key) && !key.startsWith('#') ? [key] : []));
  return arrange({...state, entries, marked: new Set(marked)}, {});
}

/**
 * Replaces rows that were written, and drops those that were deleted.
 *
 * @param deleted ids
 */
export function replaceEntries(
  state: BrowseState,
  written: readonly BrowserEntry[],
  deleted: ReadonlySet<string>,
): BrowseState {
  const byKey = new Map(written.map(entry => [entry.key, entry]));
  const entries = state.entries.flatMap(entry =>
    deleted.has(showValue(entry.row['id'])) ? [] : [byKey.get(entry.key) ?? entry],
  );
  const marked = new Set([...state.marked].filter(key => !deleted.has(key) && !byKey.has(key)));
  return arrange({...state, entries, marked}, {});
}
