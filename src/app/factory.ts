import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import type {OpenApiContext} from './api-context.js';
import type {OpenCommandContext} from './command-context.js';

/** Passed to the command files: opens the contexts that a command works with. */
export interface Factory {
  readonly context: Context;
  readonly reporter: Reporter;
  /** For commands that make no requests. */
  readonly open: OpenCommandContext;
  /** For commands that talk to a tenant. */
  readonly openApi: OpenApiContext;
}
