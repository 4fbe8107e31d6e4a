import {UsageError} from '../base/errors.js';
import {didYouMean} from '../base/near-names.js';
import {profileNamed} from './profile-named.js';
import type {Profile, StoredProfiles} from './stored-profiles.js';

/** Where the name of the default profile comes from. */
export const defaultSource = 'the profiles file';

/** The error for a default profile that was removed from the file by hand. Which one to use instead is the user's choice. */
function toMissingDefaultError(name: string, [only, ...others]: readonly string[]): UsageError {
  return new UsageError(`the default profile ${JSON.stringify(name)} does not exist`, suggest =>
    only === undefined
      ? `Run: ${suggest('auth', 'login')}`
      : `To choose another, run: ${suggest('profile', 'use', others.length === 0 ? only : 'NAME')}`,
  );
}

/**
 * @param source where the name comes from, unless that is the command line
 * @throws UsageError with near names
 */
export function findProfile(stored: StoredProfiles, name: string, source?: string): Profile {
  const found = profileNamed(stored, name);
  if (found) return found;
  const names = Object.keys(stored.profiles);
  if (source === defaultSource) throw toMissingDefaultError(name, names);
  throw new UsageError(
    `no profile named ${JSON.stringify(name)}${source === undefined || source === '--profile' ? '' : ` (from ${source})`}`,
    didYouMean(name, names) ?? (suggest => `Run: ${suggest('profile', 'list')}`),
  );
}
