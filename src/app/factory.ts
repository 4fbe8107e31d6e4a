import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import type {ApiContext} from './api-context.js';
import type {CommandContext, ParsedCommand} from './command-context.js';

export interface Factory {
  readonly context: Context;
  readonly reporter: Reporter;
  /** For commands that make no requests. */
  readonly open: (command: ParsedCommand) => Promise<CommandContext>;
  /** For commands that send requests. */
  readonly openApi: (command: ParsedCommand) => Promise<ApiContext>;
  /** For commands that send requests to the tenants of several profiles. */
  readonly openProfile: (command: ParsedCommand, profile: string) => Promise<ApiContext>;
}
