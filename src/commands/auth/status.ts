import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addAuthStatus(auth: Group, factory: Factory): void {
  auth
    .command('status')
    .description('Show and test the connection of each profile')
    .addHelpText('after', examples('bizctl auth status', 'bizctl auth status --profile acme --json'))
    .action(async (_options, command) => {
      const context = await factory.open(command);
      const {showStatus} = await import('./show-status.js');
      await showStatus(context);
    });
}
