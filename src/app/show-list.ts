import type {Page} from '../api/page.js';
import {quoteArgument} from '../base/shell-word.js';
import {countRows} from '../json/count-rows.js';
import type {ListSettings, ListWriter} from '../output/list-writer.js';
import type {Reporter} from '../output/reporter.js';
import type {LiveRegionHandle} from '../output/table-presenter.js';
import type {TableView} from '../output/view.js';

/** What is known of a list when all of it has come. */
interface Count {
  rows: number;
  repeated: number;
  /** The note about a cut that `--limit` made. */
  cut: string | undefined;
}

/** Whoever waits longer for the first page wants to see that something is awaited. */
const longestSilenceMs = 300;

/** True when something is to be drawn anew: the first page is not there soon, or another one follows it. */
async function needsDrawing<Row>(first: Promise<IteratorResult<Page<Row>, unknown>>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), longestSilenceMs);
  });
  try {
    const step = await Promise.race([first, silence]);
    return step === undefined || (!step.done && step.value.next !== undefined && step.value.cut === undefined);
  } finally {
    clearTimeout(timer);
  }
}

/** The pages, of which the first is on its way already. */
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

async function openLiveRegionHandle({stdout, now}: ListSettings, startedAt: Date): Promise<LiveRegionHandle> {
  const {openLiveRegion} = await import('../output/ink/live-region.js');
  const reopen = () => openLiveRegion(stdout, now, startedAt);
  return {screen: reopen(), reopen};
}

/**
 * Writes a list as its pages come, and says afterwards what is worth knowing about it. A list that breaks off is left recognisably cut.
 *
 * @param isLive whether a table is drawn anew as it grows; what is said meanwhile waits then
 */
export async function showList<Row>(
  view: TableView<Row>,
  pages: AsyncIterable<Page<Row>>,
  settings: ListSettings,
  reporter: Reporter,
  isLive = settings.format === 'table' && settings.stdout.canRedraw,
): Promise<void> {
  const count: Count = {rows: 0, repeated: 0, cut: undefined};
  let live: LiveRegionHandle | undefined;
  let remark: string | undefined;
  const say = (message: string | undefined) => {
    remark = message;
    live?.screen.say(message);
  };
  const sayHeld = isLive ? reporter.buffer(say) : undefined;
  const startedAt = settings.now();
  const rest = pages[Symbol.asyncIterator]();
  // The request leaves before anything is loaded that only shows what comes.
  const first = rest.next();
  first.catch(() => undefined);
  let writer: ListWriter<Row> | undefined;
  let isComplete = false;
  const place = isLive ? settings : {...settings, openPager: undefined};
  try {
    const {createListWriter} = await import('../output/list-writer.js');
    live = isLive && (await needsDrawing(first)) ? await openLiveRegionHandle(settings, startedAt) : undefined;
    if (remark !== undefined) live?.screen.say(remark);
    try {
      for await (const page of prependFirst(first, rest)) {
        if (countRows(page) > 0) writer ??= await createListWriter(view, page, place, live);
        if (page.raw && page.raw.count > 0 && writer?.writeRaw) await writer.writeRaw(page.raw);
        else await writer?.write(page.rows, page.next !== undefined && page.cut === undefined);
        addPage(count, page, view.noun);
        if (page.warning !== undefined) await reporter.warn(page.warning);
      }
      writer ??= await createListWriter(view, {rows: []}, place, live);
      isComplete = true;
    } finally {
      await (writer?.close(isComplete) ?? live?.screen.close(false));
    }
  } finally {
    await sayHeld?.();
  }
  for (const note of describeList(count, view, writer.unshown?.() ?? [])) await reporter.note(note);
}

function addPage<Row>(count: Count, page: Page<Row>, noun: string): void {
  const {repeated = 0, cut, next} = page;
  count.rows += countRows(page);
  count.repeated += repeated;
  if (!cut) return;
  const wayOn = cut.isBetweenPages && next !== undefined ? `, from --page-token ${quoteArgument(next)} on` : '';
  count.cut = `stopped at --limit after ${count.rows} ${noun}; there are more${wayOn}`;
}

function describeList<Row>(
  {rows, repeated, cut}: Count,
  {noun, empty}: TableView<Row>,
  unshown: readonly string[],
): readonly string[] {
  return [
    ...(cut === undefined ? [] : [cut]),
    ...(rows === 0 && empty !== undefined ? [empty] : []),
    ...(repeated > 0 ? [`${repeated} ${noun} came twice while the list was read, and are shown once`] : []),
    ...(unshown.length > 0 ? [`not shown: ${unshown.join(', ')} (choose with --columns, or see all with --json)`] : []),
  ];
}
