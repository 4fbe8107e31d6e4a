import {CommanderError} from '@commander-js/extra-typings';
import {joinSandboxFile} from '../app/sandbox-address.js';
import type {Context} from '../base/context.js';
import {UsageError} from '../base/errors.js';
import type {Reporter} from '../output/reporter.js';
import {createFactory} from './factory.js';
import {createProgram} from './program.js';

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
  try {
    await program.parseAsync(joinSandboxFile(argv), {from: 'user'});
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // A noun without a verb shows its help as well.
    if (error.exitCode !== 0 && error.code !== 'commander.help') throw toUsageError(error);
    await context.io.stdout.write(help);
  }
}

/** Commander's words as ours: one line for what is wrong, one for what to type instead. */
function toUsageError({message}: CommanderError): UsageError {
  const [first = '', ...rest] = message
    .replace(/^error: /, '')
    .replace(' is invalid. ', ' is invalid\n')
    .split('\n');
  const suggestion = rest
    .join(' ')
    .trim()
    .replace(/^\((.*)\)$/, '$1');
  return new UsageError(first.replace(/\.$/, ''), suggestion === '' ? 'See the options with --help.' : suggestion);
}
