import type {Profile, StoredProfiles} from './stored-profiles.js';

/** Apart from the schema, which commands with a profile do without. */
export function profileNamed({profiles}: StoredProfiles, name: string): Profile | undefined {
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}
