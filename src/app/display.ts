import type {Page} from '../api/page.js';
import type {Json} from '../json/json.js';
import {type ListSettings, NoSuchColumnError, topLevel} from '../output/list-writer.js';
import {toHarmlessJson, toPrintable} from '../output/printable.js';
import type {Reporter} from '../output/reporter.js';
import {readPath} from '../output/value.js';
import type {DetailView, SequenceView, TableView} from '../output/view.js';
import {showList} from './show-list.js';

/** The ways to show what came of a command: the same for every command, whatever the format. */
export interface Display {
  /** Shows a list as it arrives; an array for machines. */
  readonly showAll: <Row>(view: TableView<Row>, pages: AsyncIterable<Page<Row>>) => Promise<void>;
  /** The same for a list that is there already. */
  readonly showRows: <Row>(view: TableView<Row>, rows: readonly Row[]) => Promise<void>;
  /** Shows what came of writes: as it arrives, or at a terminal when all is there, so that the columns fit all of it. */
  readonly showResults: <Row>(view: TableView<Row>, pages: AsyncIterable<Page<Row>>) => Promise<void>;
  /** Shows one thing in full; an object for machines. */
  readonly show: <Thing>(view: DetailView<Thing>, thing: Thing) => Promise<void>;
  /** Shows the one thing of a list that holds just one; nothing when it holds none. */
  readonly showOnly: <Thing>(view: DetailView<Thing>, pages: AsyncIterable<Page<Thing>>) => Promise<void>;
  /** Shows things in full one after the other, as they arrive; for machines an array of all their elements. */
  readonly showEach: <Thing>(view: SequenceView<Thing>, things: AsyncIterable<Thing>) => Promise<void>;
  /** Prints the elements of a list for machines, as JSON where no format was asked for. */
  readonly showElements: <Row>(view: TableView<Row>, pages: AsyncIterable<Page<Row>>) => Promise<void>;
  /** Prints a body that is JSON: in the format that was asked for, or else as it came; at a terminal indented. */
  readonly showBody: (value: Json, text: string) => Promise<void>;
  /** Prints a text as it is; at a terminal with everything visible that could steer it. */
  readonly showText: (text: string) => Promise<void>;
  /** Shows lines of text, an empty one for nothing; for machines strings and nulls, in an array when they are a list. */
  readonly showLines: (lines: AsyncIterable<string | undefined>, isList: boolean) => Promise<void>;
}

export function createDisplay(settings: ListSettings, reporter: Reporter): Display {
  const {format, columns, stdout, now, zone} = settings;

  const showAll: Display['showAll'] = (view, pages) => showList(view, pages, settings, reporter);

  const findMissing = (picked: Json, documented: readonly string[]) =>
    columns?.find(path => !documented.includes(path) && readPath(picked, path) === undefined);

  const write = async <Thing>(view: DetailView<Thing>, thing: Thing) => {
    const picked = view.toPicked?.(thing) ?? view.toValue(thing);
    if (format !== 'table') {
      const {writeValue} = await import('../output/write-value.js');
      return writeValue(columns ? picked : view.toValue(thing), view.documented, settings);
    }
    const {pickLines} = await import('../output/detail-rows.js');
    const lines = columns ? pickLines(picked, columns) : view.lines(thing, {now: now(), zone});
    if (stdout.isTerminal) {
      const {writeTerminalDetail} = await import('../output/ink/terminal-detail.js');
      return writeTerminalDetail(settings, lines);
    }
    const {writePlainDetail} = await import('../output/plain-detail.js');
    return writePlainDetail(stdout, lines);
  };

  const show: Display['show'] = async (view, thing) => {
    const missing = findMissing(view.toPicked?.(thing) ?? view.toValue(thing), view.documented);
    if (missing !== undefined) throw new NoSuchColumnError(missing, 'results', topLevel(view.documented));
    await write(view, thing);
  };

  return {
    showAll,
    showRows: (view, rows) => showAll(view, onePage(rows)),
    show,
    showResults: async (view, pages) => {
      try {
        const isGathered = format === 'table' && stdout.isTerminal;
        await showList(view, isGathered ? gather(pages) : pages, settings, reporter, false);
      } catch (error) {
        // The writes are done: what cannot be shown of them is no failure.
        if (!(error instanceof NoSuchColumnError)) throw error;
        await reporter.warn(error.message);
      }
    },
    showOnly: async (view, pages) => {
      for await (const {rows} of pages) {
        for (const thing of rows) {
          await write(view, thing);
          const missing = findMissing(view.toPicked?.(thing) ?? view.toValue(thing), view.documented);
          if (missing !== undefined) await reporter.warn(`there is no ${JSON.stringify(missing)} in it`);
        }
      }
    },
    showEach: async (view, things) => {
      if (format !== 'table' || columns) return showAll(view.elements, pageForEach(things, view.toElements));
      let separator = '';
      for await (const thing of things) {
        await stdout.write(separator);
        await write({lines: view.lines, toValue: view.toElements, documented: []}, thing);
        separator = '\n';
      }
    },
    showElements: (view, pages) =>
      showList(view, pages, {...settings, format: format === 'table' ? 'json' : format}, reporter, false),
    showBody: async (value, text) => {
      if (format !== 'table' || columns || stdout.isTerminal) {
        const {writeValue} = await import('../output/write-value.js');
        return writeValue(value, [], {...settings, format: format === 'table' ? 'json' : format});
      }
      return stdout.write(`${toHarmlessJson(text).trimEnd()}\n`);
    },
    showText: text => stdout.write(stdout.isTerminal ? text.split('\n').map(toPrintable).join('\n') : text),
    showLines: async (lines, isList) => {
      const isSeparated = format === 'csv' || format === 'tsv';
      if (isSeparated || ((format === 'json' || format === 'yaml') && isList))
        return showAll(
          listOfLines,
          pageForEach(lines, line => [line ?? null]),
        );
      const {writeValue} = await import('../output/write-value.js');
      for await (const line of lines) {
        if (format !== 'table') await writeValue(line ?? null, [], settings);
        else if (line !== undefined || isList) await stdout.write(`${toPrintable(line ?? '')}\n`);
      }
    },
  };
}

const listOfLines: TableView<Json> = {
  noun: 'lines',
  columns: () => [],
  documented: ['date'],
  toValue: line => line,
  toPicked: date => ({date}),
};

/** All rows as one page, also those that came before an error. */
async function* gather<Row>(pages: AsyncIterable<Page<Row>>): AsyncGenerator<Page<Row>> {
  const gathered: (readonly Row[])[] = [];
  let failure: {readonly error: unknown} | undefined;
  try {
    for await (const {rows} of pages) gathered.push(rows);
  } catch (error) {
    failure = {error};
  }
  yield {rows: gathered.flat()};
  if (failure) throw failure.error;
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
