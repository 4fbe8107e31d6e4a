import {BizctlError, UnavailableError, UsageError} from '../../base/errors.js';
import {type JsonObject} from '../../json/json.js';
import {sameJson} from '../../json/same-json.js';
import {showLocalTime} from '../../output/local-time.js';
import {toPrintable} from '../../output/printable.js';
import {describeConflicts} from '../show-list.js';
import type {Browsable} from './browsable.js';
import type {BrowseSession, SessionNote} from './browse-session.js';
import type {BrowserEntry} from './entries.js';
import type {BrowseLayout} from './layout.js';
import {addEntries, setEntries} from './state.js';

/** How long after a retryable failure reading resumes, unless the API asks for a longer wait. */
const retryAfterSeconds = 10;

/** Reads the list page by page; a new reading ends the one before. */
export interface ListReading {
  /** @param isContinued true to go on after the last page that arrived */
  readonly read: (isContinued: boolean) => Promise<void>;
  readonly stop: () => void;
}

export function createReading(session: BrowseSession, browsable: Browsable, layout: BrowseLayout): ListReading {
  // A login elsewhere may have made writes possible again.
  const {readOnly} = session.state();
  const {now, zone} = session.context;
  let latest = 0;
  let next: string | undefined;
  let at: string | undefined;
  let known = new KnownRows();
  let timer: NodeJS.Timeout | undefined;
  let isComplete = false;
  const reported = new Set<string>();
  const reportOnce = (kind: SessionNote['kind'], text: string) => {
    if (!reported.has(text)) session.report(kind, text);
    reported.add(text);
  };

  const describeNow = () => showLocalTime(now().toISOString(), zone)?.slice(-'14:05'.length);

  const countDown = (seconds: number) => {
    const state = session.state();
    if (state.reading.state !== 'failed') return;
    session.update({...state, reading: {...state.reading, retryIn: seconds}});
    timer = setTimeout(() => (seconds > 1 ? countDown(seconds - 1) : void read(state.entries.length > 0)), 1000);
  };

  async function read(isContinued: boolean): Promise<void> {
    clearTimeout(timer);
    latest += 1;
    const mine = latest;
    const {state, update} = session;
    const from = isContinued ? next : undefined;
    if (from === undefined) known = new KnownRows();
    next = from;
    // Old rows stay until the reload is complete, so that a key never acts on a row other than the selected one.
    const reloaded: BrowserEntry[] | undefined = from === undefined && state().entries.length > 0 ? [] : undefined;
    update({...state(), reading: {state: 'reading', arrived: reloaded?.length}});
    try {
      for await (const page of browsable.read(from)) {
        if (mine !== latest) return;
        if (page.warning !== undefined) reportOnce('warning', page.warning);
        const added = known.add(layout.toEntries(page.rows, known.count));
        for (const entry of added) reloaded?.push(entry);
        // A failed reload starts over.
        if (!reloaded) {
          ({next} = page);
          at = describeNow();
        }
        const reading = {state: 'reading', arrived: reloaded?.length} as const;
        const columns = layout.titles().length;
        update({...(reloaded ? state() : addEntries(state(), added)), reading, readOnly, columns});
      }
      if (mine !== latest) return;
      if (reloaded) at = describeNow();
      isComplete = true;
      update({...(reloaded ? setEntries(state(), reloaded) : state()), reading: {state: 'done'}});
      if (known.conflicting > 0) reportOnce('note', describeConflicts(known.conflicting));
    } catch (error) {
      if (mine !== latest) return;
      // An unknown column in --columns ends the browser.
      if (error instanceof UsageError) throw error;
      const message = toPrintable(session.context.reporter.redact(session.noteFailure(error)));
      update({
        ...state(),
        reading: {state: 'failed', message, failure: error, at, isReload: reloaded !== undefined && isComplete},
      });
      if (!(error instanceof BizctlError)) return;
      const {retryable, waitMs = 0} = error.details;
      // The API has refused the page token, and would do so again.
      if (error instanceof UnavailableError && retryable !== true) next = undefined;
      if (retryable !== true) return;
      countDown(Math.max(retryAfterSeconds, Math.ceil(waitMs / 1000)));
    }
  }

  return {
    read,
    stop: () => {
      clearTimeout(timer);
      latest += 1;
    },
  };
}

/** The rows that have arrived. */
class KnownRows {
  count = 0;
  /** The number of rows whose id an earlier row had with other content. */
  conflicting = 0;
  readonly #rows = new Map<string, JsonObject[]>();

  /**
   * Drops rows that have arrived before, which a resumed reading may repeat. Rows with one id and different content get
   * separate keys.
   */
  add(entries: readonly BrowserEntry[]): readonly BrowserEntry[] {
    return entries.flatMap(entry => this.#addOne(entry));
  }

  #addOne(entry: BrowserEntry): readonly BrowserEntry[] {
    this.count += 1;
    const before = this.#rows.get(entry.key) ?? [];
    if (before.some(row => sameJson(row, entry.row))) return [];
    this.#rows.set(entry.key, [...before, entry.row]);
    if (before.length === 0) return [entry];
    this.conflicting += 1;
    return [{...entry, key: `#${this.count}: ${entry.key}`}];
  }
}
