/** A stored file that cannot be parsed. The message never quotes the file, which may hold a token. */
export class DamagedFileError extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}
