/** A stored file that cannot be parsed. The message never quotes the file, which may hold a token. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';

  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}
