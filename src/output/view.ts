import type {ColumnsSetting} from '../base/resources.js';
import type {Message} from '../base/suggest-command.js';
import type {Json} from '../json/json.js';

export type Style = 'strong' | 'dim' | 'underline' | 'selected' | 'good' | 'bad' | 'warn';

export interface Span {
  readonly text: string;
  readonly style?: Style | undefined;
}

export interface Column<Row> {
  /** The name in `--columns`: a path into the row, such as `type.primitive_type`. */
  readonly path: string;
  readonly title?: string | undefined;
  /** The text of the cell; by default the value at `path`. */
  readonly show?: ((row: Row) => string | undefined) | undefined;
  /** In a narrow terminal, lighter columns shrink first; 0 by default. */
  readonly weight?: number | undefined;
  /** The smallest useful width of words that may be cut, in cells; 8 by default. */
  readonly minWidth?: number | undefined;
  /** True for words that may be cut, false for those that may not; by default what looks like prose may. */
  readonly isText?: boolean | undefined;
  /** Texts that rows will have, which streamed rows are aligned by. */
  readonly known?: readonly string[] | undefined;
  /** True to align the column right although it does not hold just numbers. */
  readonly isRight?: boolean | undefined;
}

/** `toValue` for rows that machine formats print as the API sent them. */
export function asSent(row: Json): Json {
  return row;
}

export interface MachineView<Thing> {
  /** `asSent` for what the API sent. */
  readonly toValue: (thing: Thing) => Json;
  /** The value that `--columns` selects from, if it has more than `toValue`. */
  readonly toPicked?: ((thing: Thing) => Json) | undefined;
  /** Paths from the reference, which `--columns` accepts even if the value lacks them. */
  readonly documented: readonly string[];
}

export interface TableView<Row> extends MachineView<Row> {
  /** The columns to show; based on the first rows where the reference does not describe the record. */
  readonly columns: (first: readonly Row[]) => readonly Column<Row>[];
  /** True for a short list that is known all at once: runs, profiles, tenants of a fleet. */
  readonly isFinite?: boolean | undefined;
  readonly columnsSetting?: ColumnsSetting | undefined;
  /** The note for an empty list: what was searched, and what to try. */
  readonly empty?: Message | undefined;
}

/** Aligns a view whose rows are streamed by what is known of them before: the texts of some columns. */
export function withKnown<Row>(
  view: TableView<Row>,
  known: {readonly [path: string]: readonly string[]},
): TableView<Row> {
  return {...view, columns: first => view.columns(first).map(column => ({...column, known: known[column.path]}))};
}

export interface Line {
  readonly label: string;
  /** Stands before the value, which wraps beside it. */
  readonly mark?: Span | undefined;
  readonly value?: readonly Span[] | undefined;
  /** The lines below it; a function if computing them takes time. */
  readonly lines?: readonly Line[] | (() => readonly Line[]) | undefined;
}

export interface DetailView<Thing> extends MachineView<Thing> {
  readonly lines: (thing: Thing, context: {readonly now: Date; readonly zone: () => string}) => readonly Line[];
}

export interface SequenceView<Thing> {
  readonly lines: DetailView<Thing>['lines'];
  /** The elements as rows, for machine formats and `--columns`. */
  readonly elements: TableView<Json>;
  /** The elements that one value adds to the array in machine formats. */
  readonly toElements: (thing: Thing) => readonly Json[];
}
