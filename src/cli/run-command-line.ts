import {CommanderError} from '@commander-js/extra-typings';
import {joinSandboxFile} from '../app/sandbox-address.js';
import {showHelp} from '../app/show-help.js';
import type {Context} from '../base/context.js';
import {UsageError} from '../base/errors.js';
import {quoteStart} from '../base/quote-start.js';
import {findCommand} from '../commands/command-tree.js';
import type {Reporter} from '../output/reporter.js';
import {createFactory} from './create-factory.js';
import {createProgram} from './program.js';
import {requireValues} from './require-values.js';
import {toUsageError} from './usage-error.js';

/**
 * Finds the command of a command line and runs it.
 *
 * @throws UsageError for what commander refuses, and whatever the command throws
 */
export async function runCommandLine(argv: readonly string[], context: Context, reporter: Reporter): Promise<void> {
  let help = '';
  const program = createProgram(createFactory(context, reporter), text => {
    help += text;
  });
  refuseBroken(argv, context);
  requireValues(findCommand(program, argv), argv);
  try {
    await program.parseAsync(joinSandboxFile(argv), {from: 'user'});
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // A noun without a verb shows its help as well.
    if (error.exitCode !== 0 && error.code !== 'commander.help') throw await toUsageError(error, program, argv);
    await showHelp(help, program.opts(), context, reporter);
  }
}

/** @throws UsageError for bytes that are not UTF-8, which the runtime has replaced by U+FFFD */
function refuseBroken(argv: readonly string[], {hasBrokenArguments}: Context): void {
  const broken = argv.find(word => word.includes('\ufffd'));
  if (broken !== undefined && hasBrokenArguments())
    throw new UsageError(
      `an argument is not valid UTF-8: ${quoteStart(broken)}`,
      'Use a UTF-8 terminal, or save the script as UTF-8.',
    );
}
