export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** Names stored on this machine, found without network access. */
export interface StoredNames {
  /** The help topics that are not commands. */
  readonly topics: readonly Candidate[];
  /** @param allowsBareNames true for bare names, false for `name:NAME` */
  readonly fields: (allowsBareNames: boolean) => Promise<readonly Candidate[]>;
  readonly profiles: () => Promise<readonly Candidate[]>;
  readonly runs: () => Promise<readonly Candidate[]>;
}

export interface ValueContext {
  /** The option as `--type`, or the name of the argument. */
  readonly name: string;
  /** The command, such as `fields get`. */
  readonly path: string;
  /** All words of the line before the one at the cursor. */
  readonly words: readonly string[];
  readonly current: string;
}
