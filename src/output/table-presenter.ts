import type {OpenPager, OutputStream, Pager} from '../base/output-stream.js';
import type {Cell} from './column-layout.js';
import type {LiveRegion} from './ink/live-region.js';

export interface PresenterSettings {
  readonly stdout: OutputStream;
  readonly openPager: OpenPager | undefined;
  /** `undefined` where nothing can be drawn anew, or all rows come at once. */
  readonly live: LiveRegionHandle | undefined;
}

/** The live end of the screen. */
export interface LiveRegionHandle {
  readonly screen: LiveRegion;
  /** Opens another one, when that cannot be drawn over any more. */
  readonly reopen: () => LiveRegion;
}

type Rows = readonly (readonly Cell[])[];

/** How rows become lines, with what is known of the columns by now. */
export interface RowStyle {
  readonly toLines: (rows: Rows) => readonly string[];
  readonly toHeader: () => string;
}

/** Where the rows of a table go, page by page. */
export interface TablePresenter {
  readonly add: (rows: Rows, hasMore: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

type Place =
  /** Drawn anew with each page: the columns fit all that has come. */
  | {readonly kind: 'drawn'; readonly screen: LiveRegion; readonly rows: (readonly Cell[])[]}
  /** Written for good, above the progress. */
  | {readonly kind: 'printed'; readonly screen: LiveRegion}
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
export function openTablePresenter({stdout, openPager, live}: PresenterSettings, style: RowStyle): TablePresenter {
  let place: Place = live ? {kind: 'drawn', screen: live.screen, rows: []} : {kind: 'written'};
  let hasHeader = false;
  const progress = {pages: 0, rows: 0};

  return {
    add: async (rows, hasMore) => {
      const awaited = hasMore ? {pages: progress.pages + 1, rows: progress.rows + rows.length} : undefined;
      await leaveIfNeeded(rows.length);
      progress.pages += 1;
      progress.rows += rows.length;
      if (place.kind !== 'drawn') return put(rows, awaited);
      for (const row of rows) place.rows.push(row);
      return place.screen.draw([style.toHeader(), ...style.toLines(place.rows)], awaited);
    },
    close: async () => {
      if (place.kind === 'paged') return place.pager.close();
      if (place.kind === 'printed') return place.screen.close(true);
      if (place.kind === 'drawn') await stdout.write(toText(withHeader(await leaveScreen(place.screen, place.rows))));
    },
  };

  function withHeader(rows: Rows): readonly string[] {
    if (rows.length === 0) return [];
    const header = hasHeader ? [] : [style.toHeader()];
    hasHeader = true;
    return [...header, ...style.toLines(rows)];
  }

  /** Rows for good, wherever they go by now. */
  async function put(rows: Rows, awaited: typeof progress | undefined): Promise<void> {
    const lines = withHeader(rows);
    if (place.kind === 'printed') await place.screen.print(lines, awaited);
    else if (place.kind === 'paged') await place.pager.write(toText(lines));
    else await stdout.write(toText(lines));
  }

  /** Ends a screen with what is drawn on it; returns the rows that were to be drawn when the terminal got another size. */
  async function leaveScreen(screen: LiveRegion, rows: Rows): Promise<Rows> {
    await screen.close(true);
    const drawn = screen.countDrawn();
    // The columns may have other widths from here on: they get their titles again.
    hasHeader = false;
    return rows.slice(Math.max(0, drawn - 1));
  }

  /** Leaves what cannot be drawn anew any more: a screen of another size, and a table beyond the screen, which may be so at once. */
  async function leaveIfNeeded(more: number): Promise<void> {
    const isWhole = progress.pages === 0 && place.kind === 'written';
    if (isWhole && openPager && more + otherLines > stdout.rows) {
      const pager = await openPager();
      if (pager) place = {kind: 'paged', pager};
      return;
    }
    if (place.kind !== 'drawn' || !live) return;
    const {screen, rows} = place;
    if (screen.isStale()) {
      const undrawn = await leaveScreen(screen, rows);
      place = {kind: 'printed', screen: live.reopen()};
      await put(undrawn, progress);
      return;
    }
    if (rows.length + more + otherLines <= stdout.rows) return;
    if (!openPager) {
      place = {kind: 'printed', screen};
      await put(rows, progress);
      return;
    }
    await screen.close(false);
    const pager = await openPager();
    place = pager ? {kind: 'paged', pager} : {kind: 'printed', screen: live.reopen()};
    await put(rows, progress);
  }
}
