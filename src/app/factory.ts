import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import type {ApiContext} from './api-context.js';
import type {CommandContext, Invocation} from './command-context.js';

/** Passed to the command files: opens the contexts that a command works with. */
export interface Factory {
  readonly context: Context;
  readonly reporter: Reporter;
  /** For commands that make no requests. */
  readonly open: (invocation: Invocation) => Promise<CommandContext>;
  /** For commands that talk to a tenant. */
  readonly openApi: (invocation: Invocation) => Promise<ApiContext>;
}
