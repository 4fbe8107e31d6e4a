/** Where data or talk goes. */
export interface OutputStream {
  readonly isTerminal: boolean;
  /** Width in cells; meaningful at a terminal only. */
  readonly columns: number;
  readonly hasColor: boolean;
  /**
   * Resolves when the text has left, so that whoever awaits it is held back by a slow reader.
   *
   * @throws BrokenPipeError when the reader has gone, LocalError when it cannot be written
   */
  readonly write: (text: string) => Promise<void>;
}
