import {listFirst} from '../base/and-more.js';
import {titleOf, toCells} from './cells.js';
import {createColumnLayout} from './column-layout.js';
import {chooseColumns} from './columns.js';
import {type ListWriter, type OutputSettings, openWithFirstRows} from './format.js';
import {openTablePresenter} from './table-presenter.js';
import {chooseEllipsis} from './theme.js';
import {trackHiddenIfFound} from './track-hidden.js';
import type {TableView} from './view.js';

/** More column names would push the table off the screen. */
const maxNamed = 20;

/**
 * A table at a terminal, its columns as wide as the content needs and the terminal allows. Ink draws it where lines can
 * be redrawn.
 */
export async function openTerminalTable<Row>(view: TableView<Row>, settings: OutputSettings): Promise<ListWriter<Row>> {
  const {stdout, zone, now, columns: paths} = settings;
  const clock = {startedAt: now(), now};
  const ink = stdout.canRedraw ? await import('./ink/live-region.js') : undefined;
  const presenter = openTablePresenter({
    stdout,
    openPager: ink && settings.openPager,
    openRegion: ink && (() => ink.openLiveRegion(stdout, clock)),
  });
  const openWriter = (first: readonly Row[]): ListWriter<Row> => {
    const columns = chooseColumns(view, first, paths);
    const described = columns.map(column => ({...column, title: titleOf(column)}));
    const layout = createColumnLayout(described, chooseEllipsis(stdout.hasUnicode));
    const writer: ListWriter<Row> = {
      write: async (rows, hasMore) => {
        const cells = rows.map(row => toCells(columns, row, view, zone));
        layout.measure(cells);
        await presenter.add(layout, cells, hasMore);
      },
      close: presenter.close,
      notes: () => {
        const hidden = layout.findHidden();
        if (hidden.length === 0) return [];
        const names = columns.flatMap(({path}, index) => (hidden.includes(index) ? [path] : []));
        const advice = paths ? 'no room; choose fewer columns' : 'choose with --columns';
        return [`not shown: ${listFirst(names, maxNamed)} (${advice}, or see all with --json)`];
      },
    };
    return trackHiddenIfFound(writer, view, columns, paths);
  };
  return {...openWithFirstRows(openWriter), showWaiting: presenter.showWaiting, close: presenter.close};
}
