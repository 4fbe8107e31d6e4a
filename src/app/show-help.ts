import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';

/** Writes help, through the pager when it is longer than the terminal. */
export async function showHelp(help: string, context: Context, reporter: Reporter): Promise<void> {
  const {env, openPager} = context;
  const {stdout} = context.io;
  if (!stdout.isTerminal || help.split('\n').length <= stdout.rows) return stdout.write(help);
  const [{readSettings}, {resolveSetting}] = await Promise.all([import('./open-settings.js'), import('./settings.js')]);
  const command = resolveSetting('pager', env, await readSettings(context, reporter)).value;
  const pager = ['', 'cat'].includes(command.trim()) ? undefined : await openPager?.(command, 'text');
  if (!pager) return stdout.write(help);
  await pager.write(help);
  await pager.close();
}
