import {parseDates} from '../../../api/dates.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {FullScreenTerminal} from '../../../base/context.js';
import {BizctlError, InterruptedError} from '../../../base/errors.js';
import {flattenLines} from '../../../output/detail-lines.js';
import {type EditedLine, editLine} from '../../../output/ink/edit-line.js';
import {openScreen, type Screen} from '../../../output/ink/open-screen.js';
import {toPrintable} from '../../../output/printable.js';
import type {SequenceView} from '../../../output/view.js';
import {loadWidths} from '../../../output/width-of.js';
import type {PhraseAnswer} from '../answer.js';
import {createLatest} from './latest.js';
import {LivePhrase, type LiveState} from './live-phrase.js';

interface Settings {
  readonly zone: string;
  readonly view: SequenceView<PhraseAnswer>;
}

/**
 * Asks for a phrase and shows the API's reading below it while it is typed.
 *
 * @returns the phrase at Enter; `undefined` at Esc
 */
export async function askLive(
  context: ApiContext,
  terminal: FullScreenTerminal,
  {zone, view}: Settings,
): Promise<string | undefined> {
  await loadWidths();
  const {http, reporter, now, signal} = context;
  const ended = Promise.withResolvers<string | undefined>();
  // It may be rejected before anything waits for it.
  ended.promise.catch(() => undefined);
  let state: LiveState = {line: {before: '', after: ''}, lines: [], message: undefined, isWaiting: false};
  const opened = Promise.withResolvers<Screen>();
  const update = (change: Partial<LiveState>) => {
    state = {...state, ...change};
    void opened.promise.then(screen => screen.redraw());
  };
  const latest = createLatest(async (query: string) => {
    update({isWaiting: true});
    try {
      const answer = {query, results: await parseDates(http, query, zone)};
      const lines = flattenLines(view.lines(answer, {now: now(), zone: () => zone}));
      // The line may have been cleared meanwhile.
      update({...(textOf(state) === '' ? {} : {lines, message: undefined}), isWaiting: false});
    } catch (error) {
      if (!(error instanceof BizctlError)) return ended.reject(error);
      const message = textOf(state) === '' ? undefined : toPrintable(reporter.redact(error.message));
      update({lines: [], message, isWaiting: false});
    }
  });
  const setLine = (line: EditedLine) => {
    const text = textOf({line});
    const isSame = text === textOf(state);
    update({line, ...(text === '' ? {lines: [], message: undefined} : {})});
    if (!isSame) latest.ask(text);
  };
  const onKey = (key: string) => {
    if (key === 'ctrl-c') ended.reject(new InterruptedError());
    else if (key === 'escape' || (key === 'ctrl-d' && textOf(state) === '')) ended.resolve(undefined);
    else if (key === 'enter') {
      if (textOf(state) !== '') ended.resolve(textOf(state));
    } else {
      setLine(editLine(state.line, key));
    }
  };
  const onAbort = () => ended.reject(signal.reason);
  signal.addEventListener('abort', onAbort, {once: true});
  const release = reporter.buffer(() => {});
  let screen: Screen | undefined;
  try {
    screen = await openScreen(terminal, {
      isInline: true,
      onKey,
      onPaste: text => setLine({...state.line, before: state.line.before + text.replace(/\s+/g, ' ')}),
      onError: ended.reject,
      draw: ({columns, rows}) => (
        <LivePhrase state={state} width={columns} height={rows} hasColor={context.io.stdout.hasColor} />
      ),
    });
    opened.resolve(screen);
    return await ended.promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    latest.stop();
    await screen?.close();
    await release();
  }
}

function textOf({line: {before, after}}: Pick<LiveState, 'line'>): string {
  return (before + after).trim();
}
