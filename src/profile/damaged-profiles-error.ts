/** A file that does not hold profiles. The message never quotes the file, which may hold a token. */
export class DamagedProfilesError extends Error {
  override readonly name = 'DamagedProfilesError';

  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}
