import {type Page, quoteArgument} from './api/pages.js';
import type {Context} from './context.js';
import type {ListSettings, ListWriter} from './output/list-writer.js';
import type {Talk} from './output/talk.js';
import type {DetailView, SequenceView, TableView, Value} from './output/view.js';

/** The ways to show what came of a command: the same for every command, whatever the format. */
export interface Display {
  /** Shows a list as it arrives; an array for machines. */
  readonly showAll: <Row>(view: TableView<Row>, pages: AsyncIterable<Page<Row>>) => Promise<void>;
  /** Shows rows that are all there already. */
  readonly showRows: <Row>(view: TableView<Row>, rows: readonly Row[]) => Promise<void>;
  /** Shows one thing in full; an object for machines. */
  readonly show: <Thing>(view: DetailView<Thing>, thing: Thing) => Promise<void>;
  /** Shows the one thing of a list that holds just one; nothing when it holds none. */
  readonly showOnly: <Thing>(view: DetailView<Thing>, pages: AsyncIterable<Page<Thing>>) => Promise<void>;
  /** Shows things in full one after the other, as they arrive; for machines an array of all their elements. */
  readonly showEach: <Thing>(view: SequenceView<Thing>, things: AsyncIterable<Thing>) => Promise<void>;
  /** Shows lines of text, an empty one for nothing; for machines strings and nulls, in an array when they are a list. */
  readonly showLines: (lines: AsyncIterable<string | undefined>, isList: boolean) => Promise<void>;
}

export function createDisplay(settings: ListSettings, talk: Talk, {now, zone}: Context): Display {
  const {format, columns, stdout} = settings;

  const showAll: Display['showAll'] = async <Row>(view: TableView<Row>, pages: AsyncIterable<Page<Row>>) => {
    const {createListWriter} = await import('./output/list-writer.js');
    let writer: ListWriter<Row> | undefined;
    let count = 0;
    let repeated = 0;
    for await (const page of pages) {
      if (page.rows.length > 0) writer ??= await createListWriter(view, page.rows, settings);
      await writer?.write(page.rows);
      count += page.rows.length;
      repeated += page.repeated;
      if (page.refusedSize !== undefined)
        await talk.note(`asked without --page-size, as the API refused it: ${page.refusedSize}`);
      if (page.cut) await talk.note(describeCut(count, view.noun, page.cut.page_token));
      if (page.unread !== undefined)
        await talk.warn(`the reply has ${page.unread}, which the reference does not describe: the list may go on`);
    }
    await (writer ?? (await createListWriter(view, [], settings))).end();
    if (count === 0 && view.emptyHint !== undefined) await talk.note(`no ${view.noun}. ${view.emptyHint}`);
    if (repeated > 0)
      await talk.note(`${repeated} ${view.noun} came twice while the list was read, and are shown once`);
  };

  const show: Display['show'] = async (view, thing) => {
    if (format !== 'table') {
      const {toJson, toJsonLine} = await import('./output/json-writer.js');
      return stdout.write((format === 'json' ? toJson : toJsonLine)(view.toValue(thing), columns));
    }
    const {pickLines} = await import('./output/detail-rows.js');
    const lines = columns ? pickLines(view.toValue(thing), columns) : view.lines(thing, {now: now(), zone});
    if (stdout.isTerminal) {
      const {writeTerminalDetail} = await import('./output/terminal-detail.js');
      return writeTerminalDetail(stdout, lines);
    }
    const {writePlainDetail} = await import('./output/plain-detail.js');
    return writePlainDetail(stdout, lines);
  };

  return {
    showAll,
    show,
    showRows: (view, rows) => showAll(view, pageOf(rows)),
    showOnly: async (view, pages) => {
      for await (const {rows} of pages) for (const thing of rows) await show(view, thing);
    },
    showEach: async (view, things) => {
      if (format !== 'table') return showAll(elements, pageForEach(things, view.toElements));
      let separator = '';
      for await (const thing of things) {
        await stdout.write(separator);
        await show({lines: view.lines, toValue: view.toElements}, thing);
        separator = '\n';
      }
    },
    showLines: async (lines, isList) => {
      if (format === 'json' && isList)
        return showAll(
          elements,
          pageForEach(lines, line => [line ?? null]),
        );
      for await (const line of lines) {
        if (format !== 'table') await stdout.write(`${JSON.stringify(line ?? null)}\n`);
        else if (line !== undefined || isList) await stdout.write(`${line ?? ''}\n`);
      }
    },
  };
}

/** Elements that are for machines only. */
const elements: TableView<Value> = {noun: 'results', columns: () => [], documented: [], toValue: element => element};

async function* pageOf<Row>(rows: readonly Row[]): AsyncGenerator<Page<Row>> {
  yield {rows, repeated: 0};
}

async function* pageForEach<Thing>(
  things: AsyncIterable<Thing>,
  toElements: (thing: Thing) => readonly Value[],
): AsyncGenerator<Page<Value>> {
  for await (const thing of things) yield {rows: toElements(thing), repeated: 0};
}

function describeCut(count: number, noun: string, token: string | undefined): string {
  return `stopped at --limit after ${count} ${noun}; there are more${token === undefined ? '' : `, from --page-token ${quoteArgument(token)} on`}`;
}
