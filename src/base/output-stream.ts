/** The terminal has another size, or the shell wrote on it while bizctl was stopped. */
export type Disturbance = 'resized' | 'continued';

/** Where data or talk goes. */
export interface OutputStream {
  readonly isTerminal: boolean;
  /** Width in cells; meaningful at a terminal only. */
  readonly columns: number;
  /** Height in lines; meaningful at a terminal only. */
  readonly rows: number;
  readonly hasColor: boolean;
  /** False for a terminal that shows no more than ASCII for certain: then our own signs are ASCII. */
  readonly hasUnicode: boolean;
  /** True for a terminal where lines that were written can be written anew. */
  readonly canRedraw: boolean;
  /**
   * Takes a text, or bytes of one, which may be used anew afterwards. Resolves when it has left, so that whoever awaits it is held back by a slow reader.
   *
   * @throws BrokenPipeError when the reader has gone, LocalError when it cannot be written
   */
  readonly write: (text: string | Uint8Array) => Promise<void>;
  /** Calls the listener when what is drawn does not stand where it stood; returns what ends that. */
  readonly onDisturbed: (listener: (how: Disturbance) => void) => () => void;
}

/** A program that shows a long text a screen at a time. */
export interface Pager {
  /** @throws BrokenPipeError when its user has left it */
  readonly write: (text: string) => Promise<void>;
  /** Resolves when its user has left it. */
  readonly close: () => Promise<void>;
}

/** Starts the pager; `undefined` when it cannot be started. */
export type OpenPager = () => Promise<Pager | undefined>;
