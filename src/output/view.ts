import type {Json} from '../json/json.js';

export type Style = 'strong' | 'dim' | 'underline' | 'good' | 'bad' | 'warn';

/** A piece of text in one style. */
export interface Span {
  readonly text: string;
  readonly style?: Style | undefined;
}

/** One column of a table. */
export interface Column<Row> {
  /** What `--columns` calls it: a path into the row, `type.primitive_type`. */
  readonly path: string;
  readonly title?: string | undefined;
  /** The cell in words. Without it the value at `path` is shown as it is. */
  readonly show?: ((row: Row) => string) | undefined;
  /** The higher, the longer it keeps its room when the terminal is narrow. */
  readonly weight?: number | undefined;
  /** The fewest cells in which it still tells something; 8 when not given. */
  readonly least?: number | undefined;
}

/** `toValue` of rows that machines get as the API sent them. */
export function asItIs(row: Json): Json {
  return row;
}

/** How rows of one kind look. */
export interface TableView<Row> {
  /** What the rows are, in the plural: "custom fields". */
  readonly noun: string;
  /** The columns to show, found from the first rows where the record is not documented. */
  readonly columns: (first: readonly Row[]) => readonly Column<Row>[];
  /** Paths that `--columns` takes even when no row has them. */
  readonly documented: readonly string[];
  /** The row as machines get it; `asItIs` when that is what the API sent. */
  readonly toValue: (row: Row) => Json;
  /** What `--columns` picks from, in every format, when that is more than the row itself. */
  readonly toPicked?: ((row: Row) => Json) | undefined;
  /** True for few rows of our own, known all at once: runs, profiles, tenants of a fleet. */
  readonly isFinite?: boolean | undefined;
  /** What is said when there are no rows: what was looked for, and what to try; without it nothing is. */
  readonly empty?: string | undefined;
}

/** A line of a block: a label and its value, or lines below a label. */
export interface Line {
  readonly label: string;
  readonly value?: readonly Span[] | undefined;
  readonly lines?: readonly Line[] | undefined;
}

/** How one thing looks in full. */
export interface DetailView<Thing> {
  readonly lines: (thing: Thing, place: {readonly now: Date; readonly zone: () => string}) => readonly Line[];
  readonly toValue: (thing: Thing) => Json;
  readonly toPicked?: ((thing: Thing) => Json) | undefined;
  /** Paths that `--columns` takes even when the thing does not have them. */
  readonly documented: readonly string[];
}

/** How things that come one after the other look, each in full. */
export interface SequenceView<Thing> {
  readonly lines: DetailView<Thing>['lines'];
  /** The elements as rows, for machines and for `--columns`. */
  readonly elements: TableView<Json>;
  /** What one thing adds to the array that machines get. */
  readonly toElements: (thing: Thing) => readonly Json[];
}
