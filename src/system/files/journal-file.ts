import {existsSync, readFileSync, truncateSync} from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import {LocalError, messageOf, systemCode} from '../../base/errors.js';

/** A file that lines are added to, each of them on the disk before anything that depends on it is done. */
export interface JournalFile {
  /** Resolves when the line is on the disk. Lines that come together go there together. */
  readonly append: (line: string) => Promise<void>;
  /** Adds a line that nothing depends on: it goes to the disk along with the next one, or in the end. */
  readonly add: (line: string) => void;
  readonly close: () => Promise<void>;
}

/** Takes away what stands behind the last line break. */
function cutTail(path: string): void {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  truncateSync(path, bytes.lastIndexOf(0x0a) + 1);
}

/**
 * Opens it, or begins it. A last line that was cut off is taken away.
 *
 * @throws LocalError when it cannot be written
 */
export async function openJournalFile(path: string): Promise<JournalFile> {
  const file = await orLocalError(path, () => {
    cutTail(path);
    return open(path, 'a', 0o600);
  });
  let waiting: string[] = [];
  let flushed: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    // Those that come in this turn go along.
    await Promise.resolve();
    const lines = waiting;
    waiting = [];
    flushed = undefined;
    await orLocalError(path, () => write(file, lines.join('')));
  };
  let last: Promise<void> = Promise.resolve();
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

async function write(file: FileHandle, text: string): Promise<void> {
  await file.appendFile(text);
  await file.datasync();
}

async function orLocalError<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw new LocalError(`cannot write the journal ${path}: ${systemCode(error) ?? messageOf(error)}`, {
      hint: 'Nothing is sent that is not written there first.',
      cause: error,
    });
  }
}
