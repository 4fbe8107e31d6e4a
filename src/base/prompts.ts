/**
 * Asks a yes-or-no question at the terminal, listing what it is about, one line each.
 *
 * @throws GuardError when the answer is no; InterruptedError on Ctrl-C
 */
export type Confirm = (question: string, subjects: readonly string[], options?: ConfirmOptions) => Promise<void>;

export interface ConfirmOptions {
  /** What an empty answer means; no by default. */
  readonly enterMeans?: 'yes' | 'no';
  /** True to list all subjects, however many there are; otherwise the first ones and a count. */
  readonly listsAll?: true;
}

/** One of the answers to a multiple-choice question. */
export interface PromptChoice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string | undefined;
}

/**
 * Questions to a person at the terminal. They escape unprintable characters in what they show, and throw GuardError
 * when there is no answer, InterruptedError on Ctrl-C.
 */
export interface Prompts {
  readonly confirm: Confirm;
  /** Asks for a line of text, again while `check` returns what is wrong with it. */
  readonly ask: (question: string, check?: (answer: string) => string | undefined) => Promise<string>;
  /** Asks for a line of text without showing what is typed. */
  readonly askSecret: (question: string) => Promise<string>;
  readonly choose: <Value extends string>(question: string, choices: readonly PromptChoice<Value>[]) => Promise<Value>;
  /** Lets the user search a long list by typing; returns the value chosen. */
  readonly pick: (question: string, choices: readonly PromptChoice<string>[]) => Promise<string>;
}
