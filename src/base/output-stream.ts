/** Why a drawn live table must be redrawn: the terminal was resized, or bizctl was stopped and continued. */
export type Disturbance = 'resized' | 'continued';

export interface OutputStream {
  readonly isTerminal: boolean;
  /** True for a regular file, which nobody watches. */
  readonly isFile: boolean;
  /** Width in cells; meaningful only for a terminal. */
  readonly columns: number;
  /** Height in lines; meaningful only for a terminal. */
  readonly rows: number;
  readonly hasColor: boolean;
  /** False for a terminal that shows only ASCII. */
  readonly hasUnicode: boolean;
  /** True for a terminal that can overwrite lines already written. */
  readonly canRedraw: boolean;
  /**
   * Writes text or UTF-8 bytes; the buffer may be reused once this resolves, which a slow reader delays.
   *
   * @throws BrokenPipeError when the reader has closed the pipe, OutputError when the write fails
   */
  readonly write: (text: string | Uint8Array) => Promise<void>;
  /** Calls the listener when drawn lines are no longer where they were; returns the function that unsubscribes. */
  readonly onDisturbed: (listener: (how: Disturbance) => void) => () => void;
}

export interface Pager {
  /** True if the user can scroll to the right, so that lines may be longer than the terminal is wide. */
  readonly canScrollSideways?: boolean | undefined;
  /** @throws BrokenPipeError when the user has quit the pager */
  readonly write: (text: string) => Promise<void>;
  /** Resolves when the user has quit the pager. */
  readonly close: () => Promise<void>;
}

/** The kind of content; the first line of a table is its heading. */
export type PagedContent = 'table' | 'text';

/** Starts the pager; `undefined` when it is not installed. */
export type OpenPager = (content: PagedContent) => Promise<Pager | undefined>;
