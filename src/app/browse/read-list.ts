import {toPrintable} from '../../output/printable.js';
import type {Browsable} from './browsable.js';
import type {BrowseSession} from './browse-session.js';
import type {BrowseLayout} from './layout.js';
import {addEntries, dropLostMarks} from './state.js';

/** Reads the list page by page; a new reading ends the one before. */
export interface ListReading {
  /** @param isContinued true to go on after the last page that arrived */
  readonly read: (isContinued: boolean) => Promise<void>;
  readonly stop: () => void;
}

export function createReading(session: BrowseSession, what: Browsable, layout: BrowseLayout): ListReading {
  // A login elsewhere may have made writes possible again.
  const {readOnly} = session.state();
  let latest = 0;
  let next: string | undefined;
  return {
    stop: () => {
      latest += 1;
    },
    read: async isContinued => {
      latest += 1;
      const mine = latest;
      const {state, update} = session;
      const from = isContinued ? next : undefined;
      let isFirst = from === undefined;
      next = from;
      try {
        for await (const page of what.read(from)) {
          if (mine !== latest) return;
          ({next} = page);
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
        update({...state(), reading: {state: 'failed', message, failure: error}});
      }
    },
  };
}
