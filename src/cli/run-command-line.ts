import {CommanderError} from '@commander-js/extra-typings';
import {joinSandboxFile} from '../app/sandbox-address.js';
import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import {createFactory} from './factory.js';
import {createProgram} from './program.js';
import {toUsageError} from './usage-error.js';

/**
 * Parses a command line and runs its command.
 *
 * @throws UsageError for a command line that commander rejects, and whatever the command throws
 */
export async function runCommandLine(argv: readonly string[], context: Context, reporter: Reporter): Promise<void> {
  let help = '';
  const program = createProgram(createFactory(context, reporter), text => {
    help += text;
  });
  try {
    await program.parseAsync(joinSandboxFile(argv), {from: 'user'});
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // commander.help is the help of a noun without a verb.
    if (error.exitCode !== 0 && error.code !== 'commander.help') throw toUsageError(error);
    await context.io.stdout.write(help);
  }
}
