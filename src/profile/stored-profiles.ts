import * as z from 'zod/mini';
import {UsageError} from '../base/errors.js';
import {findProblem} from '../base/find-problem.js';
import {isObject} from '../json/json.js';
import {parseJson} from '../json/parse-json.js';
import type {Placed} from '../json/placed.js';
import {sameJson} from '../json/same-json.js';
import {parseProfileName} from './parse-profile-name.js';

const version = 1;

// Loose, to preserve members that later versions of bizctl add.
const profile = z.looseObject({
  base_url: z.string().check(
    z.refine(text => URL.canParse(text), 'this base URL is not a URL'),
    z.refine(hasNoPassword, 'this base URL contains a user name or password'),
  ),
  /** Stored with its origin: it is sent nowhere else, even if the base URL changes. */
  token: z.optional(z.looseObject({value: z.string(), origin: z.string()})),
});
const document = z.looseObject({
  version: z.literal(version),
  /** The profile to use when none is named. */
  current: z.optional(z.string()),
  profiles: z.record(
    z.string().check(z.refine(name => findProblem(() => parseProfileName(name)) === undefined)),
    profile,
  ),
});

/** bizctl never stores one; one that was written by hand would be shown wherever the URL is. */
function hasNoPassword(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const {username, password} = new URL(text);
  return username === '' && password === '';
}

export type Profile = z.infer<typeof profile>;
export type StoredProfiles = z.infer<typeof document>;

/** @throws UsageError naming file, line and column */
export function parseStoredProfiles({value, where}: Placed): StoredProfiles {
  const result = document.safeParse(value);
  if (result.success) {
    // zod silently drops a member named __proto__.
    if (!sameJson(value, parseJson(JSON.stringify(result.data))))
      throw new UsageError(`${where(['profiles', '__proto__'])}: a profile cannot be named "__proto__"`);
    return result.data;
  }
  const [issue] = result.error.issues;
  const path = (issue?.path ?? []).map(step => (typeof step === 'number' ? step : String(step)));
  const isOtherVersion = path[0] === 'version' && isObject(value) && value['version'] !== undefined;
  const problem = issue?.code === 'custom' ? issue.message : 'not a profiles file written by bizctl';
  throw isOtherVersion
    ? new UsageError(
        `${where(path)}: written by a different version of bizctl; this one reads version ${version}`,
        'Use that version of bizctl, or move the file aside. It was not changed.',
      )
    : new UsageError(`${where(path)}: ${problem}`);
}
