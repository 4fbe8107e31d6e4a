import type {Message} from '../base/suggest-command.js';
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
  /** The cell in words; by default the value at `path`. */
  readonly show?: ((row: Row) => string) | undefined;
  /** Heavier columns keep their width longer in a narrow terminal. */
  readonly weight?: number | undefined;
  /** The fewest cells in which the column is of use; 8 by default. */
  readonly least?: number | undefined;
}

/** `toValue` for rows that machines get as the API sent them. */
export function asSent(row: Json): Json {
  return row;
}

/** How a list of things is shown. */
export interface TableView<Row> {
  /** What the rows are, in the plural: "custom fields". */
  readonly noun: string;
  /** The columns to show; chosen from the first rows where the reference does not describe the record. */
  readonly columns: (first: readonly Row[]) => readonly Column<Row>[];
  /** Paths from the reference, which `--columns` accepts even if no row has them. */
  readonly documented: readonly string[];
  /** The row as machines get it; `asSent` when that is what the API sent. */
  readonly toValue: (row: Row) => Json;
  /** What `--columns` picks from, where that is more than `toValue` gives. */
  readonly toPicked?: ((row: Row) => Json) | undefined;
  /** True for few rows of our own, known all at once: runs, profiles, tenants of a fleet. */
  readonly isFinite?: boolean | undefined;
  /** The note for an empty list: what was looked for, and what to try. */
  readonly empty?: Message | undefined;
}

/** A line of a block: a label and its value, or lines below a label. */
export interface Line {
  readonly label: string;
  readonly value?: readonly Span[] | undefined;
  readonly lines?: readonly Line[] | undefined;
}

/** How one thing is shown in full. */
export interface DetailView<Thing> {
  readonly lines: (thing: Thing, place: {readonly now: Date; readonly zone: () => string}) => readonly Line[];
  readonly toValue: (thing: Thing) => Json;
  readonly toPicked?: ((thing: Thing) => Json) | undefined;
  /** Paths from the reference, which `--columns` accepts even if the thing lacks them. */
  readonly documented: readonly string[];
}

/** How things are shown in full one after the other. */
export interface SequenceView<Thing> {
  readonly lines: DetailView<Thing>['lines'];
  /** The elements as rows, for machines and for `--columns`. */
  readonly elements: TableView<Json>;
  /** What one thing adds to the array that machines get. */
  readonly toElements: (thing: Thing) => readonly Json[];
}
