import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {readProfiles} from '../../app/open-profiles.js';
import {examples} from '../options.js';
import {profileTable, toShownProfile} from '../profile-view.js';

export function addProfileList(profile: Group, factory: Factory): void {
  profile
    .command('list')
    .description('List profiles, without their tokens')
    .addHelpText('after', examples('bizctl profile list', 'bizctl profile list --json'))
    .action(async (_options, command) => {
      const context = await factory.open(command);
      const stored = await readProfiles(context, context.reporter);
      const rows = Object.keys(stored.profiles).map(name => toShownProfile(stored, name, context.env));
      await context.showRows(profileTable, rows);
    });
}
