import type {Message} from '../base/suggest-command.js';

/** What is wrong, where, and what to type instead. */
export interface Problem {
  readonly place: string;
  readonly message: string;
  readonly hint?: Message | undefined;
}
