import {existsSync, readFileSync, truncateSync} from 'node:fs';
import {type AppendableFile, openAppendable} from './appendable-file.js';
import {toLocalError} from './or-local-error.js';

/** An append-only file with an entry a line; each is on disk before anything that depends on it happens. */
export interface JournalFile<Entry> {
  /** Resolves when the entry is on disk. Entries added in the same turn are written together. */
  readonly append: (entry: Entry) => Promise<void>;
  /** Adds an entry that nothing depends on; it is written with the next one, or on close. */
  readonly appendLater: (entry: Entry) => void;
  readonly close: () => Promise<void>;
}

/** Removes a partial last line, left by a process that died or a disk that filled up while it was written. */
function cutTail(path: string): void {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  truncateSync(path, bytes.lastIndexOf(0x0a) + 1);
}

/**
 * Opens a journal, creating it if missing.
 *
 * Most disks answer at once, and waiting for them here is faster than waiting for another thread: the next request
 * would be sent only after all replies that have arrived are handled. A disk that takes more than a millisecond on
 * average is waited for on a thread, so that what is added meanwhile is written together.
 *
 * @param openFile opens the file for appending
 * @throws LocalError when the file cannot be written
 */
export async function openJournalFile<Entry>(
  path: string,
  openFile: (path: string) => AppendableFile = openAppendable,
  now: () => number = () => performance.now(),
): Promise<JournalFile<Entry>> {
  const orFail = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      throw toLocalError(
        `cannot write the journal ${path}`,
        error,
        'Free some space or correct the permissions; no write is sent before it is in the journal.',
      );
    }
  };
  const file = await orFail(async () => {
    cutTail(path);
    return openFile(path);
  });
  let pending: string[] = [];
  let mayEndInPartialLine = false;
  let flushed: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  let syncs = 0;
  let blockedMs = 0;

  const sync = async (): Promise<void> => {
    const isSlow = blockedMs > syncs;
    syncs += 1;
    if (isSlow) return file.syncOnThread();
    const start = now();
    file.sync();
    blockedMs += now() - start;
  };

  const flush = async (): Promise<void> => {
    // Includes lines that are added in this turn.
    await Promise.resolve();
    const lines = pending;
    pending = [];
    flushed = undefined;
    await orFail(async () => {
      if (mayEndInPartialLine) cutTail(path);
      mayEndInPartialLine = true;
      file.append(lines.join(''));
      await sync();
      mayEndInPartialLine = false;
    });
  };

  return {
    append: entry => {
      pending.push(`${JSON.stringify(entry)}\n`);
      if (!flushed) {
        flushed = last.then(flush);
        last = flushed.then(undefined, () => undefined);
      }
      return flushed;
    },
    appendLater: entry => {
      pending.push(`${JSON.stringify(entry)}\n`);
    },
    close: async () => {
      await last;
      try {
        if (pending.length > 0) await flush();
      } finally {
        file.close();
      }
    },
  };
}
