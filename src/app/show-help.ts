import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import type {GlobalOptions} from './global-options.js';

/** Writes help, through the pager when it is longer than the terminal. */
export async function showHelp(
  help: string,
  options: GlobalOptions,
  context: Context,
  reporter: Reporter,
): Promise<void> {
  const {stdout} = context.io;
  if (!stdout.isTerminal || help.split('\n').length <= stdout.rows) return stdout.write(help);
  const [{readSettings}, {choosePager}] = await Promise.all([
    import('./open-settings.js'),
    import('./choose-pager.js'),
  ]);
  const openPager = choosePager(options, context, await readSettings(context, reporter));
  const pager = await openPager?.('text');
  if (!pager) return stdout.write(help);
  await pager.write(help);
  await pager.close();
}
