import {BizctlError} from '../../base/errors.js';
import type {OnWritten} from './browsable.js';
import type {BrowseSession} from './browse-session.js';
import {listMode} from './state.js';

/** Runs the writes of a session, and lets the user leave. */
export interface SessionWriter {
  /**
   * Runs writes, and shows what was done along with the last note.
   *
   * @param ifNone what to show if nothing was written
   */
  readonly writeAll: (
    verb: string,
    work: (onWritten: OnWritten) => Promise<void> | undefined,
    ifNone?: string,
  ) => Promise<void>;
  /** Quits at once; during writes, only after they finish or on a second Ctrl-C. */
  readonly interrupt: () => void;
  /** True once the user wants to leave. */
  readonly isLeaving: () => boolean;
}

export function createSessionWriter(
  session: BrowseSession,
  onLeave: (isInterrupted: boolean) => void,
  onWritten: OnWritten,
): SessionWriter {
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
      const text = session.noteFailure(error);
      const isSummary = reason !== undefined && error instanceof BizctlError && error.details.isSummary === true;
      session.report('error', isSummary ? `${error.message}: ${reason}` : text);
      return false;
    } finally {
      isWriting = false;
      if (session.state().mode.kind === 'busy') session.update({...session.state(), mode: listMode});
      if (isLeaving) onLeave(true);
    }
  }

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
    session.say('Stopping after the write in progress. Press Ctrl-C again to quit now.', 'warn');
  }

  return {writeAll, interrupt, isLeaving: () => isLeaving};
}
