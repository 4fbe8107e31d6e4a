/** A stored file that cannot be parsed. The message never quotes the file, which may hold a token. */
export class DamagedFileError extends Error {
  constructor(
    message: string,
    readonly line: number,
    /** What to do about it, if it is not damage; one sentence. */
    readonly advice?: string,
  ) {
    super(message);
  }
}
