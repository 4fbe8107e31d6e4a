import type {OutputStream} from '../base/output-stream.js';
import {arrayOf, isObject} from '../json/json.js';
import type {OutputSettings} from '../output/format.js';
import {formats} from '../output/formats.js';
import {writeBinary} from '../output/inert-commands.js';
import {toPrintable, toPrintableJson} from '../output/printable.js';
import type {Reporter} from '../output/reporter.js';
import type {DetailView} from '../output/view.js';
import type {Display, Parts} from './display.js';
import {makeJsonVisible, toPrintableLines} from './make-json-visible.js';
import {collectRows, onePage, pageForEach} from './pages.js';
import {withResumeHint} from './resume-hint.js';
import {showList} from './show-list.js';
import {bodyElements, bodyView, dateList} from './value-views.js';

/**
 * @param exact stdout as it is, for commands to a CI runner
 * @param findColumns returns the columns that the user has stored in a setting; `undefined` for none
 */
export function createDisplay(
  given: OutputSettings,
  reporter: Reporter,
  exact: OutputStream,
  findColumns: (setting: string) => readonly string[] | undefined,
): Display {
  const settings = makeJsonVisible(given);
  const {format, columns, stdout} = settings;
  const machineSettings = format.isMachine ? settings : makeJsonVisible({...settings, format: formats.json});

  const showAll: Display['showAll'] = (view, pages) => {
    const preferred = format.isMachine || !view.columnsSetting ? undefined : findColumns(view.columnsSetting);
    const resumable = withResumeHint(pages, {isGathered: format.isGathered});
    if (columns || !preferred) return showList(view, resumable, settings, reporter);
    // A stored column that this list lacks must not prevent it from being shown.
    return showList(view, resumable, {...settings, columns: preferred}, reporter, {
      onUnknownColumn: 'warn',
      setting: view.columnsSetting,
    });
  };

  const writeDetail = async <Thing>(view: DetailView<Thing>, value: Thing, chosen = settings) => {
    const {writeDetail} = await chosen.format.load();
    await writeDetail(view, value, chosen);
  };
  const checkColumns = async <Thing>(view: DetailView<Thing>, value: Thing, onUnknownColumn: 'refuse' | 'warn') => {
    const unknown = columns && (await import('../output/columns.js')).findUnknownMember(view, value, columns);
    if (unknown && onUnknownColumn === 'refuse') throw unknown;
    if (unknown) await reporter.warn(unknown.warning);
  };

  const toText = (text: string) => (stdout.isTerminal ? toPrintableLines(text) : text);
  const deliver = async (written: Promise<void>) => {
    try {
      await written;
    } catch (error) {
      reporter.deferOutputError(error);
    }
  };

  return {
    showAll,
    showRows: (view, rows) => deliver(showAll(view, onePage(rows))),
    show: async (view, value) => {
      await checkColumns(view, value, 'refuse');
      await deliver(writeDetail(view, value));
    },
    showResults: async (view, pages) => {
      const isGathered = !format.isMachine && stdout.isTerminal;
      // The writes are done, so an unknown column must not fail them. A pager would hide failures.
      const unpaged = {...settings, openPager: undefined};
      await showList(view, isGathered ? await collectRows(pages) : pages, unpaged, reporter, {onUnknownColumn: 'warn'});
    },
    showOnly: async (view, pages) => {
      for await (const {rows} of pages) {
        for (const value of rows) {
          await deliver(writeDetail(view, value));
          await checkColumns(view, value, 'warn');
        }
      }
    },
    showEach: async (view, values) => {
      if (format.isMachine || columns) return showAll(view.elements, pageForEach(values, view.toElements));
      let separator = '';
      for await (const value of values) {
        await stdout.write(separator);
        await writeDetail({lines: view.lines, toValue: view.toElements, documented: []}, value);
        separator = '\n';
      }
    },
    showElements: pages => {
      const toPageOption = (token: string) => ['-q', `page_token=${token}`];
      const resumable = withResumeHint(pages, {isGathered: format.isGathered, toPageOption});
      return showList(bodyElements, resumable, machineSettings, reporter, {toPageOption});
    },
    showBody: async (value, text, onUnknownColumn) => {
      const list = arrayOf(value);
      const rows = format.isTabular && !isObject(value) ? (list ?? [value]) : columns && list;
      if (rows) return deliver(showList(bodyElements, onePage(rows), machineSettings, reporter, {onUnknownColumn}));
      // An empty object shows no names, nor does an empty list.
      if (!isObject(value) || Object.keys(value).length > 0) await checkColumns(bodyView, value, onUnknownColumn);
      const isFormatted = format.isMachine || columns || stdout.isTerminal;
      await deliver(
        isFormatted ? writeDetail(bodyView, value, machineSettings) : writeParts(stdout, text, toPrintableJson),
      );
    },
    showText: text => deliver(writeParts(stdout, text, toText)),
    showBytes: (bytes, isText) => (isText ? deliver(stdout.write(bytes)) : writeBinary(exact, bytes, stdout !== exact)),
    showCommands: text => deliver(exact.write(text)),
    showLines: async (lines, {isList}) => {
      const toRow = (line: string | undefined) => [line ?? null];
      if (format.isMachine && isList) return showAll(dateList, pageForEach(lines, toRow));
      for await (const line of lines) {
        if (format.isMachine) await writeDetail({...dateList, lines: () => []}, line ?? null);
        else if (line !== undefined || isList) await stdout.write(`${toPrintable(line ?? '')}\n`);
      }
    },
  };
}

async function writeParts(stdout: OutputStream, parts: Parts, change: (text: string) => string): Promise<void> {
  for await (const part of typeof parts === 'string' ? [parts] : parts) await stdout.write(change(part));
}
