import {isUtf8} from 'node:buffer';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {UsageError} from '../../base/errors.js';
import {orLocalError} from './or-local-error.js';
import {requireFile} from './require-file.js';

/** A file in its own directory, which only the user can open. */
export interface TempFile {
  readonly path: string;
  /** @throws LocalError when the file is gone, UsageError when it is not UTF-8 */
  readonly read: () => string;
  /** True if there is another file in its directory, such as the one that an editor recovers text from. */
  readonly hasOthers: () => boolean;
  /** Removes the file, and what an editor left of it. Returns its directory if that has other files, which stay. */
  readonly remove: () => string | undefined;
}

/** True for the name, and those of backups and recovery files: `field.yaml~`, `#field.yaml#`, `.field.yaml.swp`. */
function isOwn(file: string, name: string): boolean {
  const [before, after, ...others] = file.split(name);
  return (
    others.length === 0 &&
    /^[.#]*$/.test(before ?? '') &&
    /^(?:~|#|\.(?:~\d+~|sw\w|un~|bak|save|kate-swp))?$/.test(after ?? '')
  );
}

/** @throws LocalError when the file cannot be written */
export function openTempFile(name: string, text: string): TempFile {
  const path = orLocalError('cannot write the text to edit', () => {
    const created = join(mkdtempSync(join(tmpdir(), 'bizctl-')), name);
    writeFileSync(created, text, {flag: 'wx', mode: 0o600});
    return created;
  });
  return {
    path,
    read: () => {
      const bytes = orLocalError('cannot read the edited text', () => {
        requireFile(path);
        return readFileSync(path);
      });
      if (!isUtf8(bytes)) throw new UsageError('the text is not UTF-8', 'Save it as UTF-8.');
      return bytes.toString();
    },
    hasOthers: () => existsSync(dirname(path)) && readdirSync(dirname(path)).some(name => name !== basename(path)),
    remove: () => {
      const [directory, name] = [dirname(path), basename(path)];
      const files = existsSync(directory) ? readdirSync(directory) : [];
      const own = files.filter(file => isOwn(file, name));
      if (own.length < files.length) {
        for (const file of own) rmSync(join(directory, file), {recursive: true, force: true});
        return directory;
      }
      rmSync(directory, {recursive: true, force: true});
      return undefined;
    },
  };
}
