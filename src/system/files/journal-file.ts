import {existsSync, readFileSync, truncateSync} from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import {toLocalError} from './or-local-error.js';

/** A file that lines are added to, each of them on disk before anything that depends on it is done. */
export interface JournalFile {
  /** Resolves when the line is on disk. Lines added in the same turn are written together. */
  readonly append: (line: string) => Promise<void>;
  /** Adds a line that nothing depends on: it is written with the next one, or on closing. */
  readonly add: (line: string) => void;
  readonly close: () => Promise<void>;
}

/** What a journal needs of an open file. */
export type AppendableFile = Pick<FileHandle, 'appendFile' | 'datasync' | 'close'>;

/** Removes what stands behind the last line break: it was cut off while it was written. */
function cutTail(path: string): void {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  truncateSync(path, bytes.lastIndexOf(0x0a) + 1);
}

/**
 * Opens a journal, or begins it.
 *
 * @param openFile how to open the file for appending
 * @throws LocalError when it cannot be written
 */
export async function openJournalFile(
  path: string,
  openFile: (path: string) => Promise<AppendableFile> = file => open(file, 'a', 0o600),
): Promise<JournalFile> {
  const orFail = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      throw toLocalError(`cannot write the journal ${path}`, error, 'Nothing is sent before it is in the journal.');
    }
  };
  const file = await orFail(() => {
    cutTail(path);
    return openFile(path);
  });
  let waiting: string[] = [];
  let flushed: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();

  const flush = async (): Promise<void> => {
    // Lines that are added in this turn go along.
    await Promise.resolve();
    const lines = waiting;
    waiting = [];
    flushed = undefined;
    await orFail(async () => {
      await file.appendFile(lines.join(''));
      await file.datasync();
    });
  };

  return {
    append: line => {
      waiting.push(`${line}\n`);
      if (!flushed) {
        flushed = last.then(flush);
        last = flushed.then(undefined, () => undefined);
      }
      return flushed;
    },
    add: line => {
      waiting.push(`${line}\n`);
    },
    close: async () => {
      await last;
      if (waiting.length > 0) await flush();
      await file.close();
    },
  };
}
