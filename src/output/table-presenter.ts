import type {OpenPager, OutputStream, Pager} from '../base/output-stream.js';
import type {Cell} from './cells.js';
import type {ColumnLayout} from './column-layout.js';
import type {LiveRegion} from './ink/live-region.js';
import type {ProgressState} from './ink/progress.js';
import {paint} from './theme.js';

export interface PresenterSettings {
  readonly stdout: OutputStream;
  readonly openPager: OpenPager | undefined;
  /** `undefined` for a terminal that cannot redraw lines. */
  readonly openRegion: (() => LiveRegion) | undefined;
}

type Rows = readonly (readonly Cell[])[];

/** Writes the rows of a table to the screen or the pager, page by page. */
export interface TablePresenter {
  /** @param layout must have measured the rows */
  readonly add: (layout: ColumnLayout, rows: Rows, hasMore: boolean) => Promise<void>;
  readonly showWaiting: ((message: string | undefined) => void) | undefined;
  readonly close: () => Promise<void>;
}

/** The header, the progress line, and the line of the cursor. */
const otherLines = 3;

/**
 * A table that fits the screen is redrawn with each page. Once it outgrows the screen, all of it goes to the pager;
 * without a pager its rows are written as permanent lines above the progress.
 */
export function openTablePresenter({stdout, openPager, openRegion}: PresenterSettings): TablePresenter {
  let region = openRegion?.();
  let pager: Pager | undefined;
  let pages = 0;
  let count = 0;
  /**
   * Rows whose layout may still change; the first `drawn` are on the screen; `undefined` once rows are
   * permanent.
   */
  let live: (readonly Cell[])[] | undefined = region && [];
  let drawn = 0;
  /** The columns under the last header that was written. */
  let header: string | undefined;

  /** Continues below what was drawn before the screen was disturbed. */
  const restart = async (stale: LiveRegion) => {
    await stale.close(true);
    region = openRegion?.();
    live = live?.slice(drawn);
    drawn = 0;
  };
  const draw = async (layout: ColumnLayout, progress: ProgressState | undefined): Promise<void> => {
    if (!region || !live) return;
    const {columns: width, hasColor} = stdout;
    if (await region.draw({layout, rows: [...live], width, hasColor}, progress)) drawn = live.length;
    else {
      await restart(region);
      await draw(layout, progress);
    }
  };
  const write = async (layout: ColumnLayout, rows: Rows, progress: ProgressState | undefined) => {
    const columns = pager?.canScrollSideways ? layout.fitAll(stdout.columns - 1) : layout.fit(stdout.columns);
    const lines = rows.map(row => layout.toLine(row, columns));
    // A value must not stand under the title of another column, or of none, once wider rows move or leave one out.
    const shown = columns.map(({index, width}, at) => `${index}:${at === columns.length - 1 ? '' : width}`).join();
    if (lines.length > 0 && shown !== header) {
      lines.unshift(paint(layout.toLine(layout.titles, columns), 'strong', stdout.hasColor));
      header = shown;
    }
    const text = lines.map(line => `${line}\n`).join('');
    if (pager) await pager.write(text);
    else if (region) await region.print(text, progress);
    else await stdout.write(text);
  };
  const startPager = async (open: OpenPager) => {
    await region?.close(false);
    region = undefined;
    pager = await open('table');
    if (!pager) region = openRegion?.();
  };

  return {
    showWaiting: region && (message => region?.showWaiting(message)),
    add: async (layout, rows, hasMore) => {
      pages += 1;
      count += rows.length;
      const progress = hasMore ? {pages, rows: count} : undefined;
      if (region?.isStale()) await restart(region);
      if (!live) return write(layout, rows, progress);
      for (const row of rows) live.push(row);
      if (live.length + otherLines <= stdout.rows) return draw(layout, progress);
      const all = live;
      live = undefined;
      if (openPager) await startPager(openPager);
      await write(layout, all, progress);
    },
    close: async () => {
      await pager?.close();
      await region?.close(true);
    },
  };
}
