import type {FullScreenTerminal} from '../../base/context.js';
import {InterruptedError, UsageError} from '../../base/errors.js';
import {inChoice} from '../../base/in-series.js';
import {isOn} from '../../base/is-on.js';
import {resources} from '../../base/resources.js';
import {openScreen, type Screen} from '../../output/ink/open-screen.js';
import type {ScreenSize} from '../../output/ink/screen-root.js';
import {toPrintable} from '../../output/printable.js';
import {chooseEllipsis} from '../../output/theme.js';
import {loadWidths} from '../../output/width-of.js';
import type {ApiContext} from '../api-context.js';
import {readColumns} from '../parse-columns.js';
import type {Browsable} from './browsable.js';
import {openSession} from './browse-session.js';
import {Browser, countVisibleRows, hasRoomForDetail, isTooSmall} from './browser.js';
import {createEffectRunner, writingEffects} from './create-effect-runner.js';
import {createBrowseLayout} from './layout.js';
import {pasteText, pressKey} from './press-key.js';
import {createReading} from './read-list.js';
import {createState} from './state.js';

/** @throws UsageError unless there is a terminal that can show a full screen */
function requireFullScreen(context: ApiContext, {group}: Browsable): FullScreenTerminal {
  const {io, openFullScreen, format, options, env} = context;
  if (openFullScreen && !format.isMachine) return openFullScreen();
  const obstacles = [
    ...(options.verbose ? ['--verbose'] : []),
    ...['ACCESSIBLE', 'CI'].filter(name => isOn(env[name])),
    ...(env['TERM'] === 'dumb' ? ['TERM=dumb'] : []),
  ];
  const isTerminal = io.stdin.isTerminal && io.stdout.isTerminal;
  const problem = isTerminal ? `does not work with ${inChoice(obstacles)}` : 'needs a terminal';
  throw new UsageError(
    `${group} browse ${openFullScreen ? 'is interactive; it cannot be combined with a machine-readable format' : problem}`,
    suggest => `For a list, run: ${suggest(group, 'list')}`,
  );
}

export async function runBrowser(context: ApiContext, browsable: Browsable): Promise<void> {
  const terminal = requireFullScreen(context, browsable);
  await loadWidths();
  const {hasUnicode} = terminal;
  const {zone, now, signal, settings, io} = context;
  const layout = createBrowseLayout({
    ...browsable,
    requested: context.columns,
    preset: readColumns(settings, `columns.${browsable.group}`),
    zone,
    now,
    ellipsis: chooseEllipsis(hasUnicode),
  });
  const noun = resources[browsable.group].words;
  const heading = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const readOnly = browsable.writes ? undefined : `${heading} are read-only.`;
  const first = createState({readOnly, forms: browsable.writes?.forms ?? {}});
  const title = toPrintable(`${heading} of ${context.tenant}`);
  const ended = Promise.withResolvers<void>();
  // It may be rejected before anything waits for it.
  ended.promise.catch(() => undefined);
  let working: Promise<void> = Promise.resolve();
  const opened = Promise.withResolvers<Screen>();
  let size: ScreenSize = {columns: 80, rows: 24};
  let maxTop: number | undefined = 0;
  const onMeasured = (top: number | undefined) => {
    maxTop = top;
    const {mode} = session.state();
    // The window may have grown, or a key have scrolled past the end.
    if (maxTop !== undefined && 'top' in mode && mode.top > maxTop)
      session.update({...session.state(), mode: {...mode, top: maxTop}});
  };

  const session = openSession(context, first, () => void opened.promise.then(screen => screen.redraw()));
  const reading = createReading(session, browsable, layout);
  const perform = createEffectRunner({
    session,
    browsable,
    layout,
    reading,
    suspend: async work => (await opened.promise).suspend(work),
    writeToTerminal: text => void terminal.output.write(text),
    onLeave: isInterrupted => {
      const {failure} = session.state().reading;
      if (isInterrupted) ended.reject(new InterruptedError());
      // A list that never came is a failure, as it is for fields list.
      else if (failure && session.state().entries.length === 0) ended.reject(failure);
      else ended.resolve();
    },
  });
  const onKey = (key: string, isAlone: boolean) => {
    // The effect of other keys could not be seen.
    if (isTooSmall(size) && key !== 'ctrl-c') return;
    const step = pressKey(session.state(), key, {
      isAlone,
      page: countVisibleRows(size),
      maxTop,
      hasRoom: hasRoomForDetail(size),
      noun,
      describe: browsable.describe,
    });
    session.update(step.state);
    if (!step.effect) return;
    const work = perform(step.effect).catch(ended.reject);
    if (writingEffects.includes(step.effect.kind)) working = work;
  };
  const onAbort = () => ended.reject(signal.reason);
  signal.addEventListener('abort', onAbort, {once: true});
  session.buffer();
  let screen: Screen | undefined;
  try {
    screen = await openScreen(terminal, {
      onKey,
      onPaste: text => {
        if (!isTooSmall(size)) session.update(pasteText(session.state(), text));
      },
      onError: ended.reject,
      draw: drawn => {
        size = drawn;
        return (
          <Browser
            state={session.state()}
            noun={noun}
            {...{size, layout, title, hasColor: io.stdout.hasColor, hasUnicode, onMeasured}}
          />
        );
      },
    });
    opened.resolve(screen);
    void reading.read(false).catch(ended.reject);
    await ended.promise;
  } finally {
    // Writes that were interrupted still say what may have been sent.
    if (signal.aborted) await working;
    signal.removeEventListener('abort', onAbort);
    reading.stop();
    await screen?.close();
    await session.release();
    // The command ends with it.
    const interruption = signal.reason instanceof InterruptedError ? signal.reason.message : undefined;
    const notes = session.notes.filter(({isPrinted, text}) => !isPrinted && text !== interruption);
    for (const {kind, text} of notes)
      await (kind === 'note' ? context.reporter.note(text) : context.reporter.warn(text));
  }
}
