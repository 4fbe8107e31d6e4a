import type {OutputStream} from '../base/output-stream.js';
import {type Cell, titleOf, toCell, toCells} from './cells.js';
import {createColumnLayout} from './column-layout.js';
import {chooseColumns, trackHidden} from './columns.js';
import {flattenInSteps} from './detail-lines.js';
import {type ListWriter, type OutputSettings, openWithFirstRows} from './format.js';
import type {Line, TableView} from './view.js';

/** Writes rows in columns without truncating; later rows may be wider than the alignment so far. */
function openLines(stdout: OutputStream, titles: readonly string[], known: readonly (readonly Cell[])[] = []) {
  const layout = createColumnLayout(titles.map(title => ({title})));
  layout.measure(known);
  return async (rows: readonly (readonly Cell[])[]) => {
    layout.measure(rows);
    const fitted = layout.fit(Number.POSITIVE_INFINITY);
    let text = '';
    for (const row of rows) text += `${layout.toLine(row, fitted)}\n`;
    await stdout.write(text);
  };
}

/** A table for pipes and files: no borders, no color, one row per line. */
export function openPlainTable<Row>(view: TableView<Row>, {stdout, columns: paths}: OutputSettings): ListWriter<Row> {
  return openWithFirstRows(first => {
    const columns = chooseColumns(view, first, paths);
    const titles = columns.map(titleOf);
    const known = columns.map(column => (column.known ?? []).map(text => toCell(text)));
    const most = Math.max(0, ...known.map(({length}) => length));
    const rows = Array.from({length: most}, (_none, index) => known.map(cells => cells[index] ?? toCell('')));
    const writeLines = openLines(stdout, titles, rows);
    let header = [titles.map(title => toCell(title))];
    const writer: ListWriter<Row> = {
      write: async rows => {
        if (rows.length === 0) return;
        const cells = rows.map(row => toCells(columns, row, view));
        await writeLines([...header, ...cells]);
        header = [];
      },
      close: async () => {},
    };
    if (paths || view.documented.length > 0) return writer;
    return trackHidden(
      writer,
      columns.map(({path}) => path),
      view.toValue,
    );
  });
}

/** Writes cells in columns without truncating. */
export async function writeLines(stdout: OutputStream, rows: readonly (readonly Cell[])[]): Promise<void> {
  await openLines(stdout, rows[0]?.map(() => '') ?? [])(rows);
}

/** A detail view for pipes and files: a label and its value per line, nothing truncated or wrapped. */
export async function writePlainDetail(
  {stdout, signal}: Pick<OutputSettings, 'stdout' | 'signal'>,
  lines: readonly Line[],
): Promise<void> {
  const rows = (await flattenInSteps(lines, signal)).map(({label, depth, mark, value}) => [
    toCell(`${'  '.repeat(depth)}${label}`),
    toCell([...(mark ? [mark] : []), ...value].map(({text}) => text).join('')),
  ]);
  await writeLines(stdout, rows);
}
