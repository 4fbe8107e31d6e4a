import {appendFileSync, closeSync, fdatasync, fdatasyncSync, openSync} from 'node:fs';
import {promisify} from 'node:util';

/** A file that grows, and whose content is put on disk on demand. */
export interface AppendableFile {
  readonly append: (text: string) => void;
  /** Returns when all that was appended is on disk. */
  readonly sync: () => void;
  /** The same, on another thread. */
  readonly syncOnThread: () => Promise<void>;
  readonly close: () => void;
}

const syncOnThread = promisify(fdatasync);

/** Opens a file for appending, creating it if missing; only its owner can read it. */
export function openAppendable(path: string): AppendableFile {
  const file = openSync(path, 'a', 0o600);
  return {
    append: text => appendFileSync(file, text),
    sync: () => fdatasyncSync(file),
    syncOnThread: () => syncOnThread(file),
    close: () => closeSync(file),
  };
}
