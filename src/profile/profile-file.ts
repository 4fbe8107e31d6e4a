import Conf from 'conf';
import {removeLeftovers, writeAtomically} from '../system/files/write-atomically.js';
import {parseStoredProfiles, type StoredProfiles} from './stored-profiles.js';

/**
 * The file of profiles as conf keeps it, but for how it is written: on a full disk, conf 16 puts a cut file into the place of a good one
 * and says nothing. Its own ways to write are private, so only `store` may be used, by who holds the lock.
 */
export class ProfileFile extends Conf<StoredProfiles> {
  /** @param directory which must be there: conf would make it for all to read */
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

  override get store(): StoredProfiles {
    return super.store;
  }

  /** @throws the error of the operating system; the file is as it was then */
  override set store(profiles: StoredProfiles) {
    removeLeftovers(this.path);
    writeAtomically(this.path, `${JSON.stringify(profiles, undefined, 2)}\n`);
  }
}
