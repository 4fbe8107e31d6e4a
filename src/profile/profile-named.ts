import type {Profile, StoredProfiles} from './stored-profiles.js';

/** Apart from the schema, which commands with a profile do without. */
export function profileNamed({profiles}: StoredProfiles, name: string): Profile | undefined {
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** The default profile; `undefined` if there is none, or if it was removed from the file by hand. */
export function defaultProfile(stored: StoredProfiles): string | undefined {
  const {current} = stored;
  return current !== undefined && profileNamed(stored, current) ? current : undefined;
}
