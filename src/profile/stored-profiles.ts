import * as z from 'zod/mini';
import {findProblem} from '../base/errors.js';
import {findDuplicateKey} from '../json/duplicate-key.js';
import {parseJson, TooDeepError} from '../json/json.js';
import {parseProfileName} from './name.js';

const version = 1;

// Members of later versions of bizctl are kept.
const profile = z.looseObject({
  base_url: z.string().check(z.refine(text => URL.canParse(text))),
  /** With the origin that it was saved for: it goes nowhere else, even when someone changes the base URL. */
  token: z.optional(z.looseObject({value: z.string(), origin: z.string()})),
});
const document = z.looseObject({
  version: z.literal(version),
  /** The profile that is used when none is named. */
  current: z.optional(z.string()),
  profiles: z.record(
    z.string().check(z.refine(name => findProblem(() => parseProfileName(name)) === undefined)),
    profile,
  ),
});

/** One tenant: where it is, and how to get in. */
export type Profile = z.infer<typeof profile>;
/** What the file of profiles holds. */
export type StoredProfiles = z.infer<typeof document>;

/** The profile of that name, as far as there is one. */
export function profileNamed({profiles}: StoredProfiles, name: string): Profile | undefined {
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

export const noProfiles: StoredProfiles = {version, profiles: {}};

/** Thrown for a file that does not hold profiles. It says where, and never what stands there: that may be a token. */
export class DamagedProfilesError extends Error {
  override readonly name = 'DamagedProfilesError';

  constructor(
    message: string,
    readonly text: string,
    /** The member that is wrong; `undefined` when the text is no JSON. */
    readonly path: readonly (string | number)[] | undefined,
  ) {
    super(message);
  }
}

/** @throws DamagedProfilesError */
export function parseStoredProfiles(file: string): StoredProfiles {
  const text = file.replace(/^\ufeff/, '');
  if (text.trim() === '') throw new DamagedProfilesError('it is empty', text, []);
  const value = parse(text);
  refuseRepeated(text);
  const result = document.safeParse(value);
  if (result.success) return result.data;
  const path = (result.error.issues[0]?.path ?? []).map(member =>
    typeof member === 'number' ? member : String(member),
  );
  if (path[0] === 'version' && typeof value === 'object' && value !== null && 'version' in value)
    throw new DamagedProfilesError(
      `it was written by another version of bizctl; this one reads version ${version}`,
      text,
      path,
    );
  throw new DamagedProfilesError('it does not hold profiles as bizctl writes them', text, path);
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new DamagedProfilesError('it is not JSON', text, undefined);
    if (error instanceof TooDeepError) throw new DamagedProfilesError('it is nested too deeply', text, []);
    throw error;
  }
}

/** What would be lost without a word when the file is written again. */
function refuseRepeated(text: string): void {
  if (findDuplicateKey(text)) throw new DamagedProfilesError('it has a member twice', text, undefined);
  if (/"__proto__"\s*:/.test(text))
    throw new DamagedProfilesError('it has a member that cannot be kept', text, ['profiles', '__proto__']);
}
