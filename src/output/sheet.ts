import type {Cell} from './layout.js';
import type {LiveScreen} from './live-screen.js';
import type {OpenPager, OutputStream, Pager} from './stream.js';

export interface SheetSettings {
  readonly stdout: OutputStream;
  readonly openPager: OpenPager | undefined;
  /** The live end of the screen; `undefined` where nothing can be drawn anew. */
  readonly screen: LiveScreen | undefined;
  /** Another one, when the first cannot be drawn over any more. */
  readonly openScreen: () => Promise<LiveScreen>;
}

/** How rows become lines, with what is known of the columns by now. */
export interface RowStyle {
  readonly toLines: (rows: readonly (readonly Cell[])[]) => readonly string[];
  readonly toHeader: () => string;
}

/** Where the rows of a table go, page by page. */
export interface Sheet {
  readonly add: (rows: readonly (readonly Cell[])[], hasMore: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

type Place =
  /** Drawn anew with each page: the columns fit all that has come. */
  | {readonly kind: 'drawn'; readonly screen: LiveScreen; readonly rows: (readonly Cell[])[]}
  /** Written for good, above the progress. */
  | {readonly kind: 'printed'; readonly screen: LiveScreen}
  | {readonly kind: 'paged'; readonly pager: Pager}
  | {readonly kind: 'written'};

/** The header, the progress, and the line where the cursor is. */
const otherLines = 3;

function toText(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/**
 * As long as a table fits the screen it is drawn anew with each page. When it grows beyond, it goes to the pager as a whole; without a pager what is
 * there stays, and further rows follow.
 */
export function openSheet({stdout, openPager, screen, openScreen}: SheetSettings, style: RowStyle): Sheet {
  let place: Place = screen ? {kind: 'drawn', screen, rows: []} : {kind: 'written'};
  let hasHeader = false;
  const progress = {pages: 0, rows: 0};

  const withHeader = (rows: readonly (readonly Cell[])[]) => {
    const header = hasHeader ? [] : [style.toHeader()];
    hasHeader = true;
    return [...header, ...style.toLines(rows)];
  };

  return {
    add: async (rows, hasMore) => {
      progress.pages += 1;
      progress.rows += rows.length;
      const awaited = hasMore ? {...progress} : undefined;
      if (place.kind === 'drawn') place = await leaveIfNeeded(place.screen, place.rows, rows.length);
      switch (place.kind) {
        case 'drawn':
          place.rows.push(...rows);
          return place.screen.draw([style.toHeader(), ...style.toLines(place.rows)], awaited);
        case 'printed':
          return place.screen.print(withHeader(rows), awaited);
        case 'paged':
          return place.pager.write(toText(withHeader(rows)));
        case 'written':
          return stdout.write(toText(withHeader(rows)));
      }
    },
    close: async () => {
      if (place.kind === 'drawn' || place.kind === 'printed') await place.screen.close(true);
      if (place.kind === 'paged') await place.pager.close();
    },
  };

  /** Leaves what cannot be drawn anew any more: a screen of another size, and a table beyond the screen. */
  async function leaveIfNeeded(drawn: LiveScreen, rows: (readonly Cell[])[], more: number): Promise<Place> {
    if (drawn.isStale()) {
      hasHeader = true;
      await drawn.close(true);
      return {kind: 'printed', screen: await openScreen()};
    }
    if (rows.length + more + otherLines <= stdout.rows) return {kind: 'drawn', screen: drawn, rows};
    if (!openPager) {
      if (rows.length > 0) await drawn.print(withHeader(rows), progress);
      return {kind: 'printed', screen: drawn};
    }
    await drawn.close(false);
    const pager = await openPager();
    if (!pager) {
      await stdout.write(toText(rows.length > 0 ? withHeader(rows) : []));
      return {kind: 'printed', screen: await openScreen()};
    }
    if (rows.length > 0) await pager.write(toText(withHeader(rows)));
    return {kind: 'paged', pager};
  }
}
