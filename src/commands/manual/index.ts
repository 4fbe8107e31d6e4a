import type {Context} from '../../base/context.js';
import {version} from '../../base/version.js';
import type {Root} from '../../cli/global-options.js';

/** For the build, which makes the pages of the manual from the built program. */
export function addManual(root: Root, {io}: Context): void {
  root
    .command('__manual', {hidden: true})
    .description('The pages of the manual, as JSON')
    .action(async () => {
      const {createManual} = await import('./create-manual.js');
      await io.stdout.write(JSON.stringify(createManual(root, version)));
    });
}
