import type {JsonObject} from '../../json/json.js';
import {toPrintable} from '../../output/printable.js';
import {askForValue} from './ask-for-writes.js';
import type {Browsable, OnWritten, PreparedChange} from './browsable.js';
import type {BrowseSession} from './browse-session.js';
import type {BrowseLayout} from './layout.js';
import type {ListReading} from './read-list.js';
import {createSessionWriter} from './session-writer.js';
import {type Effect, replaceEntries} from './state.js';

interface Settings {
  readonly session: BrowseSession;
  readonly browsable: Browsable;
  readonly layout: BrowseLayout;
  readonly reading: ListReading;
  /** Gives the terminal back while the work is under way. */
  readonly suspend: (work: () => Promise<void>) => Promise<void>;
  readonly writeToTerminal: (text: string) => void;
  readonly onLeave: (isInterrupted: boolean) => void;
}

/** The effects that write: they go on while other keys are pressed. */
export const writingEffects: readonly Effect['kind'][] = ['edit', 'delete', 'sendChange'];

/** Returns the function that performs the effects of keys. */
export function createEffectRunner(settings: Settings): (effect: Effect) => Promise<void> {
  const {session, browsable, layout, reading, suspend, writeToTerminal, onLeave} = settings;
  let change: PreparedChange | undefined;
  let hasWritten = false;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const {now, options, timing} = session.context;
  const onWritten: OnWritten = (written, deleted) => {
    hasWritten = true;
    writtenAt = now().getTime();
    session.update(replaceEntries(session.state(), layout.toEntries(written, 0), new Set(deleted)));
  };

  const {writeAll, interrupt, isLeaving} = createSessionWriter(session, onLeave, onWritten);

  const edit = (rows: readonly JsonObject[]) =>
    suspend(async () => {
      await session.release();
      const runEditor = (onEach: OnWritten) => browsable.writes?.edit(session.editContext, rows, onEach);
      await writeAll('updated', runEditor, 'Nothing was changed.');
      session.buffer();
    });

  async function prepareChange({entries, member, value}: Extract<Effect, {kind: 'prepareChange'}>): Promise<void> {
    const rows = entries.map(({row}) => row);
    try {
      change = browsable.writes?.prepareChange(rows, member, value);
    } catch (error) {
      const message = {text: toPrintable(session.noteFailure(error)), style: 'warn'} as const;
      session.update({...askForValue(session.state(), entries, member, value), message});
      return;
    }
    if (!change) return;
    const {question, lines} = change;
    const shown = {kind: 'confirm', question, lines: lines.map(toPrintable), top: 0, isYes: false, typed: ''} as const;
    const busy = 'Checking that nothing has changed, then sending…';
    session.update({...session.state(), mode: {...shown, busy, effect: {kind: 'sendChange'}}});
  }

  const sendChange = () =>
    writeAll('updated', async onEach => {
      await change?.send(session.context, onEach);
      session.update({...session.state(), draft: undefined});
    });

  /** The user asks for the list, which may lag behind what was just written. */
  async function reload(isContinued: boolean): Promise<void> {
    await reading.read(isContinued);
    const {
      message,
      reading: {state},
    } = session.state();
    const mayLag = options.sandbox === undefined && now().getTime() - writtenAt < timing.maxLagMs;
    if (state === 'done' && mayLag && message === undefined)
      session.say('The list may not show your latest changes yet; press r to reload.', 'warn');
  }

  const perform = async (effect: Effect): Promise<void> => {
    switch (effect.kind) {
      case 'quit':
        return onLeave(false);
      case 'interrupt':
        return interrupt();
      case 'read':
        return reload(effect.isContinued);
      case 'copy':
        return writeToTerminal(`\u001b]52;c;${Buffer.from(effect.text).toString('base64')}\u0007`);
      case 'edit':
        return edit(effect.entries.map(({row}) => row));
      case 'delete': {
        const rows = effect.entries.map(({row}) => row);
        return writeAll('deleted', onEach => browsable.writes?.remove(session.context, rows, onEach));
      }
      case 'prepareChange':
        return prepareChange(effect);
      case 'sendChange':
        return sendChange();
    }
  };

  return async effect => {
    const isWrite = writingEffects.includes(effect.kind);
    // Pages that arrive during a write may predate it, and offsets may shift.
    if (isWrite) reading.stop();
    hasWritten = false;
    await perform(effect);
    if (isWrite && !isLeaving() && session.state().reading.state !== 'done') await reading.read(!hasWritten);
  };
}
