import Conf from 'conf';
import {removeLeftovers, writeAtomically} from '../system/files/write-atomically.js';
import {parseStoredProfiles, type StoredProfiles} from './stored-profiles.js';

/**
 * The profiles file, managed by conf. Use only `store`: on a full disk, conf 16 replaces a good file with a truncated
 * one without an error, and its other setters use a private method that cannot be overridden. Create it only for an
 * existing directory, because conf would create one that others can read.
 */
export class ProfileFile extends Conf<StoredProfiles> {
  constructor(directory: string) {
    super({
      cwd: directory,
      configName: 'config',
      projectName: 'bizctl',
      projectSuffix: '',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      deserialize: parseStoredProfiles,
    });
  }

  /** @throws DamagedProfilesError */
  override get store(): StoredProfiles {
    return super.store;
  }

  /**
   * Requires the lock.
   *
   * @throws the error of the operating system; the file is then unchanged
   */
  override set store(profiles: StoredProfiles) {
    removeLeftovers(this.path);
    writeAtomically(this.path, `${JSON.stringify(profiles, undefined, 2)}\n`);
  }
}
