/** The value of `-f` or, typed, of `-F`. */
export interface GivenMember {
  readonly isTyped: boolean;
  readonly text: string;
}

export interface ApiOptions {
  readonly query?: readonly string[] | undefined;
  /** The values of `-f` and `-F`, in the order of the command line. */
  readonly members: readonly GivenMember[];
  readonly input?: string | undefined;
  readonly header?: readonly string[] | undefined;
  readonly include?: true | undefined;
  readonly paginate?: true | undefined;
  readonly items?: string | undefined;
  readonly limit?: number | undefined;
}
