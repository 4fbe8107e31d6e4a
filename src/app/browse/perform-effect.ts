import type {JsonObject} from '../../json/json.js';
import {toPrintable} from '../../output/printable.js';
import type {ApiContext} from '../api-context.js';
import type {Browsable, OnWritten, PreparedChange} from './browsable.js';
import type {BrowseSession} from './browse-session.js';
import type {BrowseLayout} from './layout.js';
import type {ListReading} from './read-list.js';
import {type Effect, listMode, replaceEntries} from './state.js';

interface Settings {
  readonly session: BrowseSession;
  readonly what: Browsable;
  readonly layout: BrowseLayout;
  readonly reading: ListReading;
  /** The context of the command, for work with the terminal given back. */
  readonly context: ApiContext;
  /** Gives the terminal back while the work is under way. */
  readonly suspend: (work: () => Promise<void>) => Promise<void>;
  readonly writeToTerminal: (text: string) => void;
  readonly onLeave: (isInterrupted: boolean) => void;
}

/** Returns the function that does what a key asks for besides drawing. */
export function createPerformer(settings: Settings): (effect: Effect) => Promise<void> {
  const {session, what, layout, reading, context, suspend, writeToTerminal, onLeave} = settings;
  let change: PreparedChange | undefined;
  const onWritten: OnWritten = (written, deleted) =>
    session.update(replaceEntries(session.state(), layout.toEntries(written, 0), new Set(deleted)));

  async function write(work: () => Promise<void> | undefined): Promise<void> {
    try {
      await work();
    } catch (error) {
      session.say(session.describeError(error), 'bad');
    } finally {
      if (session.state().mode.kind === 'busy') session.update({...session.state(), mode: listMode});
    }
  }

  const edit = (rows: readonly JsonObject[]) =>
    suspend(async () => {
      await session.release();
      let count = 0;
      await write(() =>
        what.writes?.edit(context, rows, (written, deleted) => {
          count += written.length;
          onWritten(written, deleted);
        }),
      );
      if (count > 0) session.say(`${count} updated`);
      session.hold();
    });

  async function prepareChange({entries, member, value}: Extract<Effect, {kind: 'prepareChange'}>): Promise<void> {
    change = what.writes?.prepareChange(
      entries.map(({row}) => row),
      member,
      value,
    );
    if (!change) return;
    const {question, lines} = change;
    const shown = {kind: 'confirm', question, lines: lines.map(toPrintable), isYes: false, typed: ''} as const;
    session.update({...session.state(), mode: {...shown, effect: {kind: 'sendChange'}}});
  }

  return async effect => {
    switch (effect.kind) {
      case 'quit':
        return onLeave(false);
      case 'interrupt':
        return onLeave(true);
      case 'read':
        return reading.read(effect.isContinued);
      case 'copy':
        return writeToTerminal(`\u001b]52;c;${Buffer.from(effect.text).toString('base64')}\u0007`);
      case 'edit':
        return edit(effect.entries.map(({row}) => row));
      case 'delete': {
        const rows = effect.entries.map(({row}) => row);
        return write(() => what.writes?.remove(session.context, rows, onWritten));
      }
      case 'prepareChange':
        return write(() => prepareChange(effect));
      case 'sendChange':
        break;
    }
    return write(() => change?.send(session.context, onWritten));
  };
}
