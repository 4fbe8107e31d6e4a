import {BizctlError} from '../../base/errors.js';
import type {OnWritten} from './browsable.js';
import type {BrowseSession} from './browse-session.js';
import {listMode} from './state.js';

/** Runs the writes of a session, and lets the user leave. */
export function createSessionWriter(
  session: BrowseSession,
  onLeave: (isInterrupted: boolean) => void,
  onWritten: OnWritten,
) {
  let isLeaving = false;
  let isWriting = false;

  /**
   * Runs writes, and shows what was done along with the last note, or why it failed.
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
    isWriting = true;
    try {
      await work((written, deleted) => {
        count += written.length + deleted.length;
        onWritten(written, deleted);
      });
      if (count > 0) session.say(describeDone(`${count} ${verb}`, first));
      else if (ifNone !== undefined) session.say(ifNone);
    } catch (error) {
      // The reason of the first failure is more useful than the count.
      const reason = session.notes.slice(first).find(({kind}) => kind === 'error')?.text;
      const text = session.noteFailure(error);
      const isSummary = reason !== undefined && error instanceof BizctlError && error.details.isSummary === true;
      session.report('error', isSummary ? `${error.message}: ${reason}` : text);
    } finally {
      isWriting = false;
      if (session.state().mode.kind === 'busy') session.update({...session.state(), mode: listMode});
      if (isLeaving) onLeave(true);
    }
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
    session.say('Stopping after the write in progress. Press Ctrl-C again to quit now.', 'warn');
  }

  return {
    writeAll,
    interrupt,
    /** True once the user wants to leave. */
    isLeaving: () => isLeaving,
  };
}
