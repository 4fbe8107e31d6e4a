import Table from 'cli-table3';
import {type Cell, titleOf, toCell, toCells} from './cells.js';
import {chooseColumns} from './columns.js';
import {type ListWriter, type OutputSettings, openWithFirstRows} from './format.js';
import {writeLines} from './plain-table.js';
import type {TableView} from './view.js';

const sides = ['top', 'bottom', 'left', 'right', 'mid'] as const;
const noBorders = {
  ...Object.fromEntries(sides.flatMap(side => ['', '-mid', '-left', '-right'].map(part => [`${side}${part}`, '']))),
  middle: '  ',
};

/** Half of a surrogate pair, which no printable text contains. */
const placeholder = '\ud800';
/** Without a space at its end, which is removed from the lines. */
const ascii = /^(?:[ -~]*[!-~])?$/;

/**
 * Draws with cli-table3. It measures text beyond ASCII with an old string-width, so until the table is drawn, such
 * cells are placeholders of the width that we measure.
 */
function drawTable(rows: readonly (readonly Cell[])[]): string {
  const table = new Table({chars: noBorders, style: {head: [], border: [], 'padding-left': 0, 'padding-right': 0}});
  for (const row of rows) table.push(row.map(({text, width}) => (ascii.test(text) ? text : placeholder.repeat(width))));
  const texts = rows.flat().filter(({text, width}) => !ascii.test(text) && width > 0);
  let next = 0;
  return table
    .toString()
    .replace(/ +$/gm, '')
    .replace(/\ud800+/g, () => texts[next++]?.text ?? '');
}

/** cli-table3 takes quadratic time; longer tables are lines of the same layout. */
const maxDrawn = 1000;

/** A table for pipes and files whose rows are ours, written once all of them are known. */
export function openFiniteTable<Row>(view: TableView<Row>, settings: OutputSettings): ListWriter<Row> {
  const {stdout, columns: paths} = settings;
  return openWithFirstRows(first => {
    const columns = chooseColumns(view, first, paths);
    const rows: (readonly Cell[])[] = [columns.map(column => toCell(titleOf(column)))];
    return {
      write: async added => {
        for (const row of added) rows.push(toCells(columns, row, view));
      },
      close: async () => {
        if (rows.length > maxDrawn) await writeLines(settings, rows);
        else if (rows.length > 1) await stdout.write(`${drawTable(rows)}\n`);
      },
    };
  });
}
