import Conf from 'conf';
import {removeLeftovers, writeAtomically} from '../system/files/write-atomically.js';
import {parseStoredProfiles, type StoredProfiles} from './stored-profiles.js';

/**
 * The file of profiles, kept by conf. Only `store` may be used: on a full disk, conf 16 replaces a good file by a cut one and reports nothing, and
 * the method to override for its other setters is private. Construct it only for an existing directory, as conf would make one for all to read.
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
   * For the holder of the lock.
   *
   * @throws the error of the operating system; then the file is unchanged
   */
  override set store(profiles: StoredProfiles) {
    removeLeftovers(this.path);
    writeAtomically(this.path, `${JSON.stringify(profiles, undefined, 2)}\n`);
  }
}
