import type {Page} from '../api/page.js';
import type {Json} from '../json/json.js';
import type {UnknownColumnError} from '../output/columns.js';
import type {OutputSettings} from '../output/format.js';
import {formats} from '../output/formats.js';
import {toPrintable, toPrintableJson} from '../output/printable.js';
import type {Reporter} from '../output/reporter.js';
import {asSent, type DetailView, type SequenceView, type TableView} from '../output/view.js';
import {withResumeHint} from './resume-hint.js';
import {showList} from './show-list.js';

/** The ways to show the result of a command: the same for every command, whatever the format. */
export interface Display {
  /** Shows a list as it arrives; an array for machines. */
  readonly showAll: <Row>(view: TableView<Row>, pages: AsyncIterable<Page<Row>>) => Promise<void>;
  /** The same for a list that is complete. */
  readonly showRows: <Row>(view: TableView<Row>, rows: readonly Row[]) => Promise<void>;
  /** Shows the results of writes: as they arrive, or at a terminal when all are there, so that the columns fit all of them. */
  readonly showResults: <Row>(view: TableView<Row>, pages: AsyncIterable<Page<Row>>) => Promise<void>;
  /** Shows one thing in full; an object for machines. */
  readonly show: <Thing>(view: DetailView<Thing>, thing: Thing) => Promise<void>;
  /** Shows each of the things in full; for the result of a single write, which may be missing. */
  readonly showOnly: <Thing>(view: DetailView<Thing>, pages: AsyncIterable<Page<Thing>>) => Promise<void>;
  /** Shows things in full one after the other, as they arrive; for machines an array of all their elements. */
  readonly showEach: <Thing>(view: SequenceView<Thing>, things: AsyncIterable<Thing>) => Promise<void>;
  /** Prints the elements of a list for machines, as JSON unless another machine format is set. */
  readonly showElements: <Row>(view: TableView<Row>, pages: AsyncIterable<Page<Row>>) => Promise<void>;
  /** Prints a JSON body: in the format that is set, else byte for byte; indented at a terminal. */
  readonly showBody: (value: Json, text: string) => Promise<void>;
  /** Prints a text as it is; at a terminal with everything made visible that could steer it. */
  readonly showText: (text: string) => Promise<void>;
  /** Shows lines of text, an empty one for nothing; for machines strings and nulls, in an array when they are a list. */
  readonly showLines: (lines: AsyncIterable<string | undefined>, isList: boolean) => Promise<void>;
}

export function createDisplay(settings: OutputSettings, reporter: Reporter): Display {
  const {format, columns, stdout} = settings;
  const machineSettings = format.isMachine ? settings : {...settings, format: formats.json};

  const showAll: Display['showAll'] = (view, pages) =>
    showList(view, withResumeHint(pages, format.isGathered ? 'nothing printed' : undefined), settings, reporter);

  const writeDetail = async <Thing>(view: DetailView<Thing>, thing: Thing, chosen = settings) => {
    const {writeDetail} = await chosen.format.load();
    await writeDetail(view, thing, chosen);
  };
  const findUnknown = async <Thing>(view: DetailView<Thing>, thing: Thing) =>
    columns && (await import('../output/columns.js')).findUnknownMember(view, thing, columns);
  const warn = (unknown: UnknownColumnError) => reporter.warn(unknown.warning);

  return {
    showAll,
    showRows: (view, rows) => showAll(view, onePage(rows)),
    show: async (view, thing) => {
      const unknown = await findUnknown(view, thing);
      if (unknown) throw unknown;
      await writeDetail(view, thing);
    },
    showResults: async (view, pages) => {
      const isGathered = !format.isMachine && stdout.isTerminal;
      // The writes are done: a column that cannot be shown must not fail them. A pager would hide what failed.
      const unpaged = {...settings, openPager: undefined};
      await showList(view, isGathered ? await gather(pages) : pages, unpaged, reporter, 'warn');
    },
    showOnly: async (view, pages) => {
      for await (const {rows} of pages) {
        for (const thing of rows) {
          await writeDetail(view, thing);
          const unknown = await findUnknown(view, thing);
          if (unknown) await warn(unknown);
        }
      }
    },
    showEach: async (view, things) => {
      if (format.isMachine || columns) return showAll(view.elements, pageForEach(things, view.toElements));
      let separator = '';
      for await (const thing of things) {
        await stdout.write(separator);
        await writeDetail({lines: view.lines, toValue: view.toElements, documented: []}, thing);
        separator = '\n';
      }
    },
    showElements: (view, pages) => {
      const toOption = (token: string) => ['-q', `page_token=${token}`];
      const resumable = withResumeHint(pages, format.isGathered ? 'nothing printed' : toOption);
      return showList(view, resumable, machineSettings, reporter);
    },
    showBody: async (value, text) => {
      if (format.isMachine || columns || stdout.isTerminal) return writeDetail(bodyView, value, machineSettings);
      await stdout.write(`${toPrintableJson(text).trimEnd()}\n`);
    },
    showText: text => stdout.write(stdout.isTerminal ? text.split('\n').map(toPrintable).join('\n') : text),
    showLines: async (lines, isList) => {
      if (format.isMachine && isList)
        return showAll(
          listOfLines,
          pageForEach(lines, line => [line ?? null]),
        );
      for await (const line of lines) {
        if (format.isMachine) await writeDetail({...listOfLines, lines: () => []}, line ?? null);
        else if (line !== undefined || isList) await stdout.write(`${toPrintable(line ?? '')}\n`);
      }
    },
  };
}

const bodyView: DetailView<Json> = {lines: () => [], toValue: asSent, documented: []};

const listOfLines: TableView<Json> = {
  noun: 'lines',
  columns: () => [],
  documented: ['date'],
  toValue: line => line,
  toPicked: date => ({date}),
};

/** All rows as one page, also those before an error. */
async function gather<Row>(pages: AsyncIterable<Page<Row>>): Promise<AsyncIterable<Page<Row>>> {
  const gathered: Row[] = [];
  try {
    for await (const {rows} of pages) gathered.push(...rows);
  } catch (error) {
    return failAfter(gathered, error);
  }
  return onePage(gathered);
}

async function* failAfter<Row>(rows: readonly Row[], error: unknown): AsyncGenerator<Page<Row>> {
  yield {rows};
  throw error;
}

async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<Page<Row>> {
  yield {rows};
}

async function* pageForEach<Thing>(
  things: AsyncIterable<Thing>,
  toElements: (thing: Thing) => readonly Json[],
): AsyncGenerator<Page<Json>> {
  for await (const thing of things) yield {rows: toElements(thing)};
}
