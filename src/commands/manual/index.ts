import type {Factory} from '../../app/factory.js';
import type {Root} from '../../app/global-options.js';
import {version} from '../../base/version.js';

/** Adds a hidden command for the build, which writes the manual from the built program. */
export function addManual(root: Root, {context: {io}}: Factory): void {
  root
    .command('__manual', {hidden: true})
    .description('Print the manual pages as JSON')
    .action(async () => {
      const {createManual} = await import('./create-manual.js');
      await io.stdout.write(JSON.stringify(await createManual(root, version)));
    });
}
