import {CommanderError} from '@commander-js/extra-typings';
import {joinSandboxFile} from '../app/sandbox-address.js';
import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import {createFactory} from './factory.js';
import {createProgram} from './program.js';
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
  try {
    await program.parseAsync(joinSandboxFile(argv), {from: 'user'});
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // A noun without a verb shows its help as well.
    if (error.exitCode !== 0 && error.code !== 'commander.help') throw toUsageError(error, program);
    await showHelp(help, context, reporter);
  }
}

/** Writes help, through the pager when it is longer than the terminal. */
async function showHelp(help: string, context: Context, reporter: Reporter): Promise<void> {
  const {env, openPager} = context;
  const {stdout} = context.io;
  if (!stdout.isTerminal || help.split('\n').length <= stdout.rows) return stdout.write(help);
  const [{readSettings}, {resolveSetting}] = await Promise.all([
    import('../app/open-settings.js'),
    import('../app/settings.js'),
  ]);
  const command = resolveSetting('pager', env, await readSettings(context, reporter)).value;
  const pager = ['', 'cat'].includes(command.trim()) ? undefined : await openPager?.(command);
  if (!pager) return stdout.write(help);
  await pager.write(help);
  await pager.close();
}
