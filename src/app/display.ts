import type {Page} from '../api/page.js';
import type {Json} from '../json/json.js';
import type {DetailView, SequenceView, TableView} from '../output/view.js';

/** Text as a whole, or in parts as it is formatted. */
export type Parts = string | AsyncIterable<string>;

/**
 * Shows the results of commands, in any format. If output cannot be written, only a list stops; after any other result
 * the command finishes its work, which decides the exit code.
 */
export interface Display {
  /** Shows a list as it arrives; an array in JSON. */
  readonly showAll: <Row>(view: TableView<Row>, pages: AsyncIterable<Page<Row>>) => Promise<void>;
  /** Shows a complete list. */
  readonly showRows: <Row>(view: TableView<Row>, rows: readonly Row[]) => Promise<void>;
  /**
   * Shows the results of writes as they arrive; at a terminal once all have arrived, so that the columns fit all of
   * them.
   */
  readonly showResults: <Row>(view: TableView<Row>, pages: AsyncIterable<Page<Row>>) => Promise<void>;
  /** Shows one value in full; an object in JSON. */
  readonly show: <Thing>(view: DetailView<Thing>, value: Thing) => Promise<void>;
  /** Shows the result of a single write in full; the pages are empty if it failed. */
  readonly showOnly: <Thing>(view: DetailView<Thing>, pages: AsyncIterable<Page<Thing>>) => Promise<void>;
  /** Shows values in full as they arrive; machine formats get one array of all their elements. */
  readonly showEach: <Thing>(view: SequenceView<Thing>, values: AsyncIterable<Thing>) => Promise<void>;
  /** Prints a list in a machine format, JSON by default. */
  readonly showElements: (pages: AsyncIterable<Page<Json>>) => Promise<void>;
  /**
   * Prints a JSON body in the chosen format, else as received, with control characters escaped; indented at a terminal.
   */
  readonly showBody: (value: Json, text: Parts, onUnknownColumn: 'refuse' | 'warn') => Promise<void>;
  /** Prints text unchanged; at a terminal, control characters are escaped. */
  readonly showText: (text: Parts) => Promise<void>;
  /** Writes bytes that are not UTF-8: unchanged, unless they are text that contains commands of a CI runner. */
  readonly showBytes: (bytes: Uint8Array, isText: boolean) => Promise<void>;
  /** Prints commands to the runner of a CI job, which are escaped in any other text. */
  readonly showCommands: (text: string) => Promise<void>;
  /** Shows lines of text, an empty line for `undefined`. JSON has strings and nulls, in an array for a list. */
  readonly showLines: (lines: AsyncIterable<string | undefined>, settings: {readonly isList: boolean}) => Promise<void>;
}
