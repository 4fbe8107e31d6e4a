import {Box, Text} from 'ink';
import {memo} from 'react';
import type {Cell} from '../cells.js';
import type {ColumnLayout, FittedColumn} from '../column-layout.js';
import {paint} from '../theme.js';
import type {Style} from '../view.js';

interface RowProps {
  readonly cells: readonly Cell[];
  readonly layout: ColumnLayout;
  /** The same object until a column changes, so that rows are drawn again only then. */
  readonly columns: readonly FittedColumn[];
  readonly look?: Style | undefined;
  readonly hasColor: boolean;
}

/** One `<Text>`: with a `<Box>` and a `<Text>` a cell, the first 26 rows take twice as long to draw. */
const Row = memo(function Row({cells, layout, columns, look, hasColor}: RowProps) {
  return <Text wrap="truncate">{paint(layout.toLine(cells, columns), look, hasColor)}</Text>;
});

export interface TableProps {
  readonly layout: ColumnLayout;
  readonly rows: readonly (readonly Cell[])[];
  /** In cells of the terminal. */
  readonly width: number;
  readonly hasColor: boolean;
}

/** A table in full: its headings and rows, fitted to the width. Rows are known by their place. */
export function Table({layout, rows, width, hasColor}: TableProps) {
  const columns = layout.fit(width);
  return (
    <Box flexDirection="column">
      <Row cells={layout.titles} layout={layout} columns={columns} look="strong" hasColor={hasColor} />
      {rows.map((cells, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows are only ever appended
        <Row key={place} cells={cells} layout={layout} columns={columns} hasColor={hasColor} />
      ))}
    </Box>
  );
}
