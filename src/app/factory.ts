import type {Context} from '../base/context.js';
import type {Talk} from '../output/reporter.js';
import type {OpenSession} from './api-context.js';
import type {OpenDesk} from './command-context.js';

/** What the command files are given: the ways to open what a command works with. */
export interface Factory {
  readonly context: Context;
  readonly talk: Talk;
  /** For commands that make no requests. */
  readonly open: OpenDesk;
  /** For commands that talk to a tenant. */
  readonly openApi: OpenSession;
}
