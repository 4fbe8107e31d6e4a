import type {Page} from '../api/page.js';
import {countNouns} from '../base/count-nouns.js';
import {quoteArgument} from '../base/shell-word.js';
import type {Message} from '../base/suggest-command.js';
import {countRows} from '../json/count-rows.js';
import type {UnknownColumnError} from '../output/columns.js';
import type {ListWriter, OutputSettings} from '../output/format.js';
import type {Reporter} from '../output/reporter.js';
import type {TableView} from '../output/view.js';
import {pageTokenOption} from './resume-hint.js';
import {untilIdle} from './until-idle.js';

export interface ListOptions {
  /** How to treat an unknown name in `--columns`; for an empty list it is always a warning. */
  readonly onUnknownColumn?: 'refuse' | 'warn';
  /** The setting that the columns come from, unless `--columns` is given. */
  readonly setting?: string | undefined;
  /** Returns the options that continue the list at a token. */
  readonly toPageOption?: (token: string) => readonly string[];
}

interface Count {
  pages: number;
  rows: number;
  repeated: number;
  conflicting: number;
  /** The note when `--limit` ended the list. */
  cut: string | undefined;
}

/** Yields all pages; the first was requested earlier. */
async function* prependFirst<Row>(
  first: Promise<IteratorResult<Page<Row>, unknown>>,
  rest: AsyncIterator<Page<Row>>,
): AsyncGenerator<Page<Row>> {
  try {
    for (let step = await first; !step.done; step = await rest.next()) yield step.value;
  } finally {
    await rest.return?.();
  }
}

/**
 * Writes a list as its pages arrive, then the notes about it. A list that fails midway is left recognizably truncated.
 *
 * @throws UnknownColumnError before anything is printed
 */
export async function showList<Row>(
  view: TableView<Row>,
  pages: AsyncIterable<Page<Row>>,
  settings: OutputSettings,
  reporter: Reporter,
  {onUnknownColumn = 'refuse', setting, toPageOption = pageTokenOption}: ListOptions = {},
): Promise<void> {
  const {format, columns, stdout} = settings;
  const count: Count = {pages: 0, rows: 0, repeated: 0, conflicting: 0, cut: undefined};
  let unknownColumn: UnknownColumnError | undefined;
  const findUnknown = async (rows: readonly Row[]) =>
    columns && (await import('../output/columns.js')).findUnknownColumn(view, rows, columns, !format.isMachine);
  const rest = pages[Symbol.asyncIterator]();
  const first = rest.next();
  first.catch(() => undefined);
  let waiting: string | undefined;
  let writer: ListWriter<Row> | undefined;
  const showWaiting = (message: string | undefined) => {
    waiting = message;
    writer?.showWaiting?.(message);
  };
  const isDrawn = !format.isMachine && stdout.canRedraw;
  const flushMessages = isDrawn ? reporter.buffer(showWaiting) : undefined;
  let isComplete = false;
  try {
    if (isDrawn) await Promise.race([first, untilIdle()]);
    writer = await (await format.load()).openList(view, settings);
    if (waiting !== undefined) showWaiting(waiting);
    for await (const page of prependFirst(first, rest)) {
      if (columns && count.rows === 0 && countRows(page) > 0) {
        unknownColumn = await findUnknown(page.rows);
        if (unknownColumn && onUnknownColumn === 'refuse') throw unknownColumn;
      }
      if (page.raw && page.raw.count > 0 && writer.writeRaw) await writer.writeRaw(page.raw);
      else await writer.write(page.rows, page.next !== undefined && page.cut === undefined);
      addPage(count, page, toPageOption);
      // A list that is sorted or filtered here may have no rows for a long time.
      if (count.rows === 0) showWaiting(`${countNouns(count.pages, 'page')} read`);
      else if (count.rows === countRows(page)) showWaiting(undefined);
      if (page.warning !== undefined) await reporter.warn(page.warning);
    }
    isComplete = true;
  } finally {
    try {
      await writer?.close(isComplete);
    } finally {
      await flushMessages?.();
    }
  }
  if (count.rows === 0) unknownColumn = await findUnknown([]);
  if (unknownColumn) await reporter.warn(`${setting === undefined ? '' : `${setting}: `}${unknownColumn.warning}`);
  for (const note of [...listNotes(count, view), ...(writer.notes?.() ?? [])]) await reporter.note(note);
}

function addPage<Row>(count: Count, page: Page<Row>, toPageOption: (token: string) => readonly string[]): void {
  const {repeated = 0, conflicting = 0, cut, next} = page;
  if (!page.isPart) count.pages += 1;
  count.rows += countRows(page);
  count.repeated += repeated;
  count.conflicting += conflicting;
  if (!cut) return;
  // The next page may be empty.
  const more =
    cut.isBetweenPages && next !== undefined
      ? `there may be more; continue with ${toPageOption(next).map(quoteArgument).join(' ')}`
      : 'more rows are available';
  count.cut = `stopped at --limit after ${countNouns(count.rows, 'row')}; ${more}`;
}

export function describeConflicts(count: number): string {
  return `${countNouns(count, 'row')} changed while the list was being read; both versions are shown`;
}

function listNotes<Row>({rows, repeated, conflicting, cut}: Count, {empty}: TableView<Row>): readonly Message[] {
  return [
    ...(cut === undefined ? [] : [cut]),
    ...(rows === 0 && empty !== undefined ? [empty] : []),
    ...(conflicting > 0 ? [describeConflicts(conflicting)] : []),
    ...(repeated > 0
      ? [
          `${countNouns(repeated, 'row')} appeared on two pages; ${repeated === 1 ? 'the duplicate was' : 'duplicates were'} left out, and the list may lack other rows`,
        ]
      : []),
  ];
}
