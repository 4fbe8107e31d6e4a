import type {Context} from '../base/context.js';
import type {OpenPager, OutputStream} from '../base/output-stream.js';
import type {RawRows} from '../json/raw-rows.js';
import type {DetailView, TableView} from './view.js';

export interface ListWriter<Row> {
  /** @param hasMore true when another page follows */
  readonly write: (rows: readonly Row[], hasMore: boolean) => Promise<void>;
  /** Writes rows without parsing them, where the format allows it. */
  readonly writeRaw?: ((rows: RawRows) => Promise<void>) | undefined;
  /** Ends the list. Unless it is complete, the output stays recognizably truncated: a JSON array is not closed. */
  readonly close: (isComplete: boolean) => Promise<void>;
  /** Notes about the output, such as hidden columns. */
  readonly notes?: (() => readonly string[]) | undefined;
  /** Shows why nothing arrives; `undefined` clears it. */
  readonly showWaiting?: ((message: string | undefined) => void) | undefined;
}

export interface Renderer {
  readonly openList: <Row>(view: TableView<Row>, settings: OutputSettings) => Promise<ListWriter<Row>>;
  readonly writeDetail: <Thing>(view: DetailView<Thing>, thing: Thing, settings: OutputSettings) => Promise<void>;
}

export interface Format {
  /** True for machine-readable formats: errors and notes are JSON as well. */
  readonly isMachine: boolean;
  /** True for JSON, one value or many. */
  readonly isJson?: true;
  /** True for `--jq` with `--raw`: text rather than JSON. */
  readonly isRaw?: boolean;
  /** True for rows of cells, which cannot be escaped to be harmless in the log of a CI job. */
  readonly isTabular: boolean;
  /** True if it can hold a fields file that bizctl reads back: `fields export` then offers it. */
  readonly holdsDocuments: boolean;
  /** True when nothing is printed until the list is complete. */
  readonly isGathered?: true;
  /** What `--jq` processes: the whole result or each element; `undefined` when the format cannot print its results. */
  readonly jq: 'whole' | 'each' | undefined;
  readonly load: () => Promise<Renderer>;
}

export interface OutputSettings extends Pick<Context, 'zone' | 'now' | 'signal'> {
  readonly format: Format;
  /** `--columns`, in the order given. */
  readonly columns: readonly string[] | undefined;
  readonly stdout: OutputStream;
  /** `--csv-raw` */
  readonly isCsvRaw: boolean;
  /** How lines of CSV end: CR LF as in RFC 4180, or LF with `--csv-lf`. */
  readonly csvLineEnd: '\r\n' | '\n';
  /** `undefined` when paging is off or not possible. */
  readonly openPager: OpenPager | undefined;
}

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
