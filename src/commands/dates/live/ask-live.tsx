import {parseDates} from '../../../api/dates.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {FullScreenTerminal} from '../../../base/context.js';
import {BizctlError, InterruptedError} from '../../../base/errors.js';
import {flattenLines} from '../../../output/detail-lines.js';
import {openScreen, type Screen} from '../../../output/ink/open-screen.js';
import {typeInto} from '../../../output/ink/type-into.js';
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
  let state: LiveState = {text: '', lines: [], message: undefined, isWaiting: false};
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
      update({...(state.text.trim() === '' ? {} : {lines, message: undefined}), isWaiting: false});
    } catch (error) {
      if (!(error instanceof BizctlError)) return ended.reject(error);
      const message = state.text.trim() === '' ? undefined : toPrintable(reporter.redact(error.message));
      update({lines: [], message, isWaiting: false});
    }
  });
  const setText = (text: string) => {
    if (text === state.text) return;
    update({text, ...(text.trim() === '' ? {lines: [], message: undefined} : {})});
    latest.ask(text.trim());
  };
  const onKey = (key: string) => {
    if (key === 'ctrl-c') ended.reject(new InterruptedError());
    else if (key === 'escape' || (key === 'ctrl-d' && state.text === '')) ended.resolve(undefined);
    else if (key === 'enter') {
      if (state.text.trim() !== '') ended.resolve(state.text.trim());
    } else {
      setText(typeInto(state.text, key));
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
      onPaste: text => setText(state.text + text.replace(/\s+/g, ' ')),
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
