import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import type {ApiContext} from './api-context.js';
import type {CommandContext, Invocation} from './command-context.js';

export interface Factory {
  readonly context: Context;
  readonly reporter: Reporter;
  /** For commands that make no requests. */
  readonly open: (invocation: Invocation) => Promise<CommandContext>;
  /** For commands that send requests. */
  readonly openApi: (invocation: Invocation) => Promise<ApiContext>;
  /** For commands that send requests to the tenants of several profiles. */
  readonly openProfile: (invocation: Invocation, profile: string) => Promise<ApiContext>;
}
