import * as z from 'zod';
import {UsageError} from '../errors.js';
import {parseProfileName} from './name.js';

const version = 1;

// Members of later versions of bizctl are kept.
const profile = z.looseObject({
  base_url: z.string(),
  /** With the origin that it was saved for: it goes nowhere else, even when someone changes the base URL. */
  token: z.looseObject({value: z.string(), origin: z.string()}).optional(),
});
const document = z.looseObject({
  version: z.literal(version),
  /** The profile that is used when none is named. */
  current: z.string().optional(),
  profiles: z.record(z.string().refine(isProfileName), profile),
});

/** One tenant: where it is, and how to get in. */
export type Profile = z.infer<typeof profile>;
/** What the file of profiles holds. */
export type StoredProfiles = z.infer<typeof document>;

export const noProfiles: StoredProfiles = {version, profiles: {}};

function isProfileName(text: string): boolean {
  try {
    parseProfileName(text);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

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
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new DamagedProfilesError('it is not JSON', text, undefined);
    throw error;
  }
}
