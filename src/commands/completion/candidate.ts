/** A candidate for the word at the cursor. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** Names stored on this machine, found without network access. */
export interface Known {
  /** The help topics that are not commands. */
  readonly topics: readonly Candidate[];
  /** @param areBare true for names that stand for themselves, false for `name:NAME` */
  readonly fields: (areBare: boolean) => Promise<readonly Candidate[]>;
  readonly profiles: () => Promise<readonly Candidate[]>;
  readonly runs: () => Promise<readonly Candidate[]>;
}

/** Where a value is completed. */
export interface ValueContext {
  /** The option as `--type`, or the name of the argument. */
  readonly name: string;
  /** The command, such as `fields get`. */
  readonly path: string;
  /** All words of the line before the one at the cursor. */
  readonly words: readonly string[];
  /** The word at the cursor. */
  readonly current: string;
}
