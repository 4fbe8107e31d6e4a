import type {Message} from '../base/suggest-command.js';

export interface Problem {
  /** `FILE:LINE:COLUMN`, or as much of it as is known. */
  readonly place: string;
  readonly message: string;
  readonly hint?: Message | undefined;
}
