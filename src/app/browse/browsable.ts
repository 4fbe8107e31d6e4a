import type {Page} from '../../api/page.js';
import type {ListedNoun} from '../../base/resources.js';
import type {JsonObject} from '../../json/json.js';
import type {DetailView, TableView} from '../../output/view.js';
import type {ApiContext} from '../api-context.js';
import type {MemberForms} from './state.js';

/** Receives rows as they are written, and the keys of rows that were deleted. */
export type OnWritten = (written: readonly JsonObject[], deleted: readonly string[]) => void;

/** A change of one member of several rows. */
export interface PreparedChange {
  readonly question: string;
  /** The changes, one line each. */
  readonly lines: readonly string[];
  readonly send: (context: ApiContext, onWritten: OnWritten) => Promise<void>;
}

/** How rows are changed, as by the commands edit, delete and update. */
export interface BrowseWrites {
  /** The members that can be changed for several rows at once. */
  readonly forms: MemberForms;
  /** Called after the browser has released the terminal. */
  readonly edit: (context: ApiContext, rows: readonly JsonObject[], onWritten: OnWritten) => Promise<void>;
  readonly remove: (context: ApiContext, rows: readonly JsonObject[], onWritten: OnWritten) => Promise<void>;
  /** @throws UsageError for an invalid value */
  readonly prepareChange: (rows: readonly JsonObject[], member: string, value: string) => PreparedChange;
}

export interface Browsable {
  /** The noun of the command. */
  readonly group: ListedNoun;
  readonly table: TableView<JsonObject>;
  readonly detail: DetailView<JsonObject>;
  readonly describe: (row: JsonObject) => string;
  /** @param pageToken where to continue; `undefined` for the first page */
  readonly read: (pageToken: string | undefined) => AsyncIterable<Page<JsonObject>>;
  /** `undefined` if the API has no request to change rows. */
  readonly writes: BrowseWrites | undefined;
}
