import {BizctlError} from '../../base/errors.js';
import {showLocalTime} from '../../output/local-time.js';
import {toPrintable} from '../../output/printable.js';
import type {Browsable} from './browsable.js';
import type {BrowseSession} from './browse-session.js';
import type {BrowseLayout} from './layout.js';
import {addEntries, dropLostMarks} from './state.js';

/** How long after a retryable failure reading resumes. */
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
  let timer: NodeJS.Timeout | undefined;

  /** Counts down to the next attempt, and makes it. */
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
    let isFirst = from === undefined;
    next = from;
    update({...state(), reading: {state: 'reading'}});
    try {
      for await (const page of browsable.read(from)) {
        if (mine !== latest) return;
        ({next} = page);
        at = showLocalTime(now().toISOString(), zone)?.slice(-'14:05'.length);
        const added = layout.toEntries(page.rows, isFirst ? 0 : state().entries.length);
        const reading = {state: 'reading'} as const;
        update({...addEntries(state(), added, isFirst), reading, readOnly, columns: layout.titles().length});
        isFirst = false;
      }
      if (mine !== latest) return;
      update({...dropLostMarks(isFirst ? addEntries(state(), [], true) : state()), reading: {state: 'done'}});
    } catch (error) {
      if (mine !== latest) return;
      const message = toPrintable(session.context.reporter.redact(session.describeError(error)));
      update({...state(), reading: {state: 'failed', message, failure: error, at}});
      if (error instanceof BizctlError && error.details.retryable === true) countDown(retryAfterSeconds);
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
