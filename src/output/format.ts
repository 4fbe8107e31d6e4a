import type {OpenPager, OutputStream} from '../base/output-stream.js';
import type {RawRows} from '../json/raw-rows.js';
import type {DetailView, TableView} from './view.js';

/** Writes a list as it arrives. */
export interface ListWriter<Row> {
  /** @param hasMore true when another page is awaited */
  readonly write: (rows: readonly Row[], hasMore: boolean) => Promise<void>;
  /** Writes the same without parsing the rows, where that is possible. */
  readonly writeRaw?: ((rows: RawRows) => Promise<void>) | undefined;
  /** Without `isComplete` the output stays recognizably cut: a JSON array is not closed. */
  readonly close: (isComplete: boolean) => Promise<void>;
  /** What to know about what was written, such as columns without room. */
  readonly notes?: (() => readonly string[]) | undefined;
  /** Shows why nothing arrives, until it is called with `undefined`. */
  readonly showWaiting?: ((message: string | undefined) => void) | undefined;
}

/** Writes what a command found to stdout, in one format. */
export interface Renderer {
  readonly openList: <Row>(view: TableView<Row>, settings: OutputSettings) => Promise<ListWriter<Row>>;
  readonly writeDetail: <Thing>(view: DetailView<Thing>, thing: Thing, settings: OutputSettings) => Promise<void>;
}

/** A format of `--output`. */
export interface Format {
  /** True for formats that programs read: errors and notes are JSON as well. */
  readonly isMachine: boolean;
  /** True when nothing is printed before a list is complete. */
  readonly isGathered?: true;
  /** What `--jq` gets: the whole result or each element; `undefined` where its results cannot be written. */
  readonly jq: 'whole' | 'each' | undefined;
  /** Loads what writes the format, when it is needed. */
  readonly load: () => Promise<Renderer>;
}

export interface OutputSettings {
  readonly format: Format;
  /** `--columns`, in the order given. */
  readonly columns: readonly string[] | undefined;
  readonly stdout: OutputStream;
  /** `--csv-raw` */
  readonly isCsvRaw: boolean;
  readonly zone: () => string;
  readonly now: () => Date;
  /** `undefined` when nothing goes to a pager. */
  readonly openPager: OpenPager | undefined;
}

/** A list writer that chooses its columns from the first rows. */
export function openWithFirstRows<Row>(open: (first: readonly Row[]) => ListWriter<Row>): ListWriter<Row> {
  let writer: ListWriter<Row> | undefined;
  return {
    write: async (rows, hasMore) => {
      if (rows.length > 0) writer ??= open(rows);
      await writer?.write(rows, hasMore);
    },
    close: async isComplete => {
      if (isComplete) writer ??= open([]);
      await writer?.close(isComplete);
    },
    notes: () => writer?.notes?.() ?? [],
  };
}
