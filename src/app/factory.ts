import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import type {ApiContext} from './api-context.js';
import type {CommandContext, ParsedCommand} from './command-context.js';

export interface Factory {
  readonly context: Context;
  readonly reporter: Reporter;
  /** For commands that make no requests. */
  readonly open: (command: ParsedCommand) => Promise<CommandContext>;
  /**
   * For commands that send requests.
   *
   * @param profile in place of the one in use
   * @throws UsageError if `--profile` names a different one
   */
  readonly openApi: (command: ParsedCommand, profile?: string) => Promise<ApiContext>;
  /** For the tenant of one of several profiles; its messages start with the name of the profile. */
  readonly openProfile: (command: ParsedCommand, profile: string) => Promise<ApiContext>;
}
