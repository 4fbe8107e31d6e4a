import {Box, Text} from 'ink';
import {memo} from 'react';
import type {Cell} from '../cells.js';
import type {ColumnLayout, FittedColumn} from '../column-layout.js';
import {paint} from '../theme.js';
import type {Style} from '../view.js';
import {widthOf} from '../width-of.js';

interface RowProps {
  readonly cells: readonly Cell[];
  readonly layout: ColumnLayout;
  /** The same array until a column changes, so that memo redraws rows only then. */
  readonly columns: readonly FittedColumn[];
  readonly textStyle?: Style | undefined;
  /** Text before the first column. */
  readonly gutter?: string | undefined;
  readonly hasColor: boolean;
}

/** A single `<Text>`, because a `<Box>` and a `<Text>` for each cell take twice as long for the first 26 rows. */
const Row = memo(function Row({cells, layout, columns, textStyle, gutter = '', hasColor}: RowProps) {
  return <Text wrap="truncate">{paint(`${gutter}${layout.toLine(cells, columns)}`, textStyle, hasColor)}</Text>;
});

export interface TableProps {
  readonly layout: ColumnLayout;
  readonly rows: readonly (readonly Cell[])[];
  /** In terminal cells. */
  readonly width: number;
  readonly hasColor: boolean;
  /** Text before each row, all of one width; used by the browser. */
  readonly gutters?: readonly string[] | undefined;
  /** The index of the row to highlight; in the browser. */
  readonly selected?: number | undefined;
}

export function Table({layout, rows, width, hasColor, gutters, selected}: TableProps) {
  const indent = gutters?.[0] === undefined ? '' : ' '.repeat(widthOf(gutters[0]));
  const columns = layout.fit(width - indent.length);
  return (
    <Box flexDirection="column">
      <Row
        cells={layout.titles}
        layout={layout}
        columns={columns}
        textStyle="strong"
        gutter={indent}
        hasColor={hasColor}
      />
      {rows.map((cells, index) => (
        <Row
          // oxlint-disable-next-line react/no-array-index-key -- a row is identified by its place on the screen
          key={index}
          cells={cells}
          layout={layout}
          columns={columns}
          textStyle={index === selected ? 'selected' : undefined}
          gutter={gutters?.[index]}
          hasColor={hasColor}
        />
      ))}
    </Box>
  );
}
