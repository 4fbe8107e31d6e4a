import {BizctlError} from '../../base/errors.js';
import type {JsonObject} from '../../json/json.js';
import {toPrintable} from '../../output/printable.js';
import {askForValue} from './ask-for-writes.js';
import type {Browsable, OnWritten, PreparedChange} from './browsable.js';
import type {BrowseSession} from './browse-session.js';
import type {BrowseLayout} from './layout.js';
import type {ListReading} from './read-list.js';
import {type Effect, listMode, replaceEntries} from './state.js';

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

const writingEffects: readonly Effect['kind'][] = ['edit', 'delete', 'sendChange'];

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

  /** Whether the user wants to leave once the writes are done. */
  let isLeaving = false;
  let isWriting = false;

  /** Resolves to false if it failed, which is reported. */
  async function write(work: () => Promise<void> | undefined): Promise<boolean> {
    const first = session.notes.length;
    isWriting = true;
    try {
      await work();
      return true;
    } catch (error) {
      // The reason of the first failure is more useful than the count.
      const reason = session.notes.slice(first).find(({kind}) => kind === 'error')?.text;
      const text = session.describeError(error);
      const isSummary = reason !== undefined && error instanceof BizctlError && error.details.isSummary === true;
      session.report('error', isSummary ? `${error.message}: ${reason}` : text);
      return false;
    } finally {
      isWriting = false;
      if (session.state().mode.kind === 'busy') session.update({...session.state(), mode: listMode});
      if (isLeaving) onLeave(true);
    }
  }

  /**
   * Runs writes, and shows what was done along with the last note.
   *
   * @param ifNone what to show if nothing was written
   */
  async function writeAll(
    verb: string,
    work: (onWritten: OnWritten) => Promise<void> | undefined,
    ifNone?: string,
  ): Promise<void> {
    let count = 0;
    const first = session.notes.length;
    const isDone = await write(() =>
      work((written, deleted) => {
        count += written.length + deleted.length;
        onWritten(written, deleted);
      }),
    );
    if (!isDone) return;
    if (count > 0) session.say(describeDone(`${count} ${verb}`, first));
    else if (ifNone !== undefined) session.say(ifNone);
  }

  /** Appends the first warning of the writes, which may qualify the count, or else the last note. */
  function describeDone(count: string, first: number): string {
    const notes = session.notes.slice(first);
    const note = notes.find(({kind}) => kind === 'warning') ?? notes.at(-1);
    return note === undefined ? count : `${count}; ${note.text}`;
  }

  /** Quits at once; during writes, only after they finish or on a second Ctrl-C. */
  function interrupt(): void {
    if (!isWriting || isLeaving) {
      if (isWriting)
        session.report(
          'warning',
          `quit before all writes had finished; to see what was sent, run: ${session.suggest('fields', 'runs')}`,
        );
      onLeave(true);
      return;
    }
    isLeaving = true;
    session.stopWrites();
    session.say('Stopping; a write in progress is finished first. Press Ctrl-C again to quit now.', 'warn');
  }

  const edit = (rows: readonly JsonObject[]) =>
    suspend(async () => {
      await session.release();
      const runEditor = (onEach: OnWritten) => browsable.writes?.edit(session.editContext, rows, onEach);
      await writeAll('updated', runEditor, 'Nothing was changed.');
      session.buffer();
    });

  async function prepareChange({entries, member, value}: Extract<Effect, {kind: 'prepareChange'}>): Promise<void> {
    try {
      change = browsable.writes?.prepareChange(
        entries.map(({row}) => row),
        member,
        value,
      );
    } catch (error) {
      const message = {text: toPrintable(session.describeError(error)), style: 'warn'} as const;
      session.update({...askForValue(session.state(), entries, member, value), message});
      return;
    }
    if (!change) return;
    const {question, lines} = change;
    const shown = {kind: 'confirm', question, lines: lines.map(toPrintable), top: 0, isYes: false, typed: ''} as const;
    const busy = 'Sending…';
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
      session.say('The list may not show your last changes yet; r reloads it.', 'warn');
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
    if (isWrite && !isLeaving && session.state().reading.state !== 'done') await reading.read(!hasWritten);
  };
}
