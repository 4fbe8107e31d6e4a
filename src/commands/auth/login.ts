import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addAuthLogin(auth: Group, factory: Factory): void {
  auth
    .command('login')
    .description('Check a token with the API and store it')
    .addHelpText(
      'after',
      examples(
        'bizctl auth login --base-url https://api.example.com < token-file',
        'bizctl auth login --profile acme --base-url https://api.example.com',
      ),
    )
    .action(async (_options, command) => {
      const context = await factory.open(command);
      const {logIn} = await import('./log-in.js');
      await logIn(context);
    });
}
