import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addProfileAdd(profile: Group, factory: Factory): void {
  profile
    .command('add')
    .description('Add a profile with the base URL of a tenant')
    .argument('<name>', 'name of the profile (letters, digits, . - _)')
    .addHelpText(
      'after',
      examples(
        'bizctl profile add acme --base-url https://api.example.com',
        'bizctl profile add local --base-url http://127.0.0.1:4010 --json',
      ),
    )
    .action(async (text, _options, command) => {
      const context = await factory.open(command);
      const {storeProfile} = await import('./store-profile.js');
      await storeProfile(context, text);
    });
}
