import Conf from 'conf';
import {removeLeftovers, writeAtomically} from '../system/files/write-atomically.js';

/**
 * A JSON file of the user's, managed by conf. Use only `store`: on a full disk, conf 16 replaces a good file with a
 * truncated one without an error, and its other setters use a private method that cannot be overridden. Create it only
 * for an existing directory, because conf would create one that others can read.
 */
export class StoredFile<Stored extends Record<string, unknown>> extends Conf<Stored> {
  /** @param name the name of the file, without `.json` */
  constructor(directory: string, name: string, parse: (text: string) => Stored) {
    super({
      cwd: directory,
      configName: name,
      projectName: 'bizctl',
      projectSuffix: '',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      deserialize: parse,
    });
  }

  /** @throws the error of `parse` */
  override get store(): Stored {
    return super.store;
  }

  /**
   * Requires the lock.
   *
   * @throws the error of the operating system; the file is then unchanged
   */
  override set store(stored: Stored) {
    removeLeftovers(this.path);
    writeAtomically(this.path, `${JSON.stringify(stored, undefined, 2)}\n`);
  }
}
