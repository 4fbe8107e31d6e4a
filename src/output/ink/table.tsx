import {Box, Text} from 'ink';
import {memo} from 'react';
import type {Cell} from '../cells.js';
import type {ColumnLayout, FittedColumn} from '../column-layout.js';
import {paint} from '../theme.js';
import type {Style} from '../view.js';

interface RowProps {
  readonly cells: readonly Cell[];
  readonly layout: ColumnLayout;
  /** The same array until a column changes, so that memo redraws rows only then. */
  readonly columns: readonly FittedColumn[];
  readonly textStyle?: Style | undefined;
  readonly hasColor: boolean;
}

/** A single `<Text>`, because a `<Box>` and a `<Text>` for each cell take twice as long for the first 26 rows. */
const Row = memo(function Row({cells, layout, columns, textStyle, hasColor}: RowProps) {
  return <Text wrap="truncate">{paint(layout.toLine(cells, columns), textStyle, hasColor)}</Text>;
});

export interface TableProps {
  readonly layout: ColumnLayout;
  readonly rows: readonly (readonly Cell[])[];
  /** In terminal cells. */
  readonly width: number;
  readonly hasColor: boolean;
}

/** Headings and rows, fitted to the width. */
export function Table({layout, rows, width, hasColor}: TableProps) {
  const columns = layout.fit(width);
  return (
    <Box flexDirection="column">
      <Row cells={layout.titles} layout={layout} columns={columns} textStyle="strong" hasColor={hasColor} />
      {rows.map((cells, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows are only ever appended
        <Row key={index} cells={cells} layout={layout} columns={columns} hasColor={hasColor} />
      ))}
    </Box>
  );
}
