import type {Message} from '../base/suggest-command.js';

/** A problem in a fields file. */
export interface Problem {
  /** `FILE:LINE:COLUMN`, or as much of it as is known. */
  readonly place: string;
  readonly message: string;
  readonly hint?: Message | undefined;
}
