import {mapInSteps, yieldToInterruption} from '../base/yield-to-signals.js';
import {type Cell, titleOf, toCell, toCells} from './cells.js';
import {createColumnLayout} from './column-layout.js';
import {chooseColumns} from './columns.js';
import {type DetailLine, flattenInSteps} from './detail-lines.js';
import {type ListWriter, type OutputSettings, openWithFirstRows} from './format.js';
import {trackHiddenIfFound} from './track-hidden.js';
import type {Line, TableView} from './view.js';

/** More rows are laid out in parts, so that few cells are in memory and signals are handled in between. */
const rowsPerPart = 2000;

type LineSettings = Pick<OutputSettings, 'stdout' | 'signal'>;

/** Returns a function that writes rows in columns without truncating; later rows may widen the columns. */
function openLines<Row>(
  {stdout, signal}: LineSettings,
  titles: readonly string[],
  toRow: (row: Row) => readonly Cell[],
  known: readonly (readonly Cell[])[] = [],
) {
  const layout = createColumnLayout(titles.map(title => ({title})));
  layout.measure(known);
  let header = titles.some(title => title !== '') ? [layout.titles] : [];
  const writeCells = async (rows: readonly (readonly Cell[])[]) => {
    const fitted = layout.fit(Number.POSITIVE_INFINITY);
    let text = '';
    for (const row of [...header, ...rows]) text += `${layout.toLine(row, fitted)}\n`;
    header = [];
    await stdout.write(text);
  };
  return async (rows: readonly Row[]) => {
    if (rows.length <= rowsPerPart) {
      const cells = rows.map(toRow);
      layout.measure(cells);
      return writeCells(cells);
    }
    const starts = Array.from({length: Math.ceil(rows.length / rowsPerPart)}, (_none, index) => index * rowsPerPart);
    const cellsAt = (start: number) => rows.slice(start, start + rowsPerPart).map(toRow);
    for (const start of starts) {
      layout.measure(cellsAt(start));
      await yieldToInterruption(signal);
    }
    for (const start of starts) {
      await writeCells(cellsAt(start));
      await yieldToInterruption(signal);
    }
  };
}

/** A table for pipes and files: no borders, no color, one row per line. */
export function openPlainTable<Row>(view: TableView<Row>, settings: OutputSettings): ListWriter<Row> {
  const {columns: paths} = settings;
  return openWithFirstRows(first => {
    const columns = chooseColumns(view, first, paths);
    const known = columns.map(column => (column.known ?? []).map(text => toCell(text)));
    const most = Math.max(0, ...known.map(({length}) => length));
    const rows = Array.from({length: most}, (_none, index) => known.map(cells => cells[index] ?? toCell('')));
    const writeRows = openLines(settings, columns.map(titleOf), (row: Row) => toCells(columns, row, view), rows);
    return trackHiddenIfFound({write: writeRows, close: async () => {}}, view, columns, paths);
  });
}

export async function writeLines(settings: LineSettings, rows: readonly (readonly Cell[])[]): Promise<void> {
  await openLines(settings, rows[0]?.map(() => '') ?? [], (row: readonly Cell[]) => row)(rows);
}

/** A detail view for pipes and files: a label and its value per line, nothing truncated or wrapped. */
export async function writePlainDetail(settings: LineSettings, lines: readonly Line[]): Promise<void> {
  const toCells = ({label, depth, mark, value}: DetailLine) => [
    toCell(`${'  '.repeat(depth)}${label}`),
    toCell([...(mark ? [mark] : []), ...value].map(({text}) => text).join('')),
  ];
  const rows = await mapInSteps(await flattenInSteps(lines, settings.signal), toCells, settings.signal);
  await writeLines(settings, rows);
}
