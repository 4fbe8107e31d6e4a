import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {openProfiles} from '../../app/open-profiles.js';
import {examples} from '../options.js';
import {isEnvironmentEnough, profileDetail, toShownProfile} from '../profile-view.js';

export function addProfileUse(profile: Group, factory: Factory): void {
  profile
    .command('use')
    .description('Set the default profile')
    .argument('<profile>', 'name of the profile')
    .addHelpText('after', examples('bizctl profile use acme', 'bizctl profile use acme --json'))
    .action(async (name, _options, command) => {
      const context = await factory.open(command);
      const {findProfile} = await import('../../profile/find-profile.js');
      const store = await openProfiles(context, context.reporter);
      // Fails for an unknown name before anything is created or locked.
      findProfile(await store.read(), name);
      await store.change(stored => {
        findProfile(stored, name);
        return {...stored, current: name};
      });
      const {onePage} = await import('../../app/pages.js');
      await context.showOnly(profileDetail, onePage([toShownProfile(await store.read(), name, context.env)]));
      const overriding = isEnvironmentEnough(context.env)
        ? 'BIZCTL_BASE_URL and BIZCTL_TOKEN override'
        : (context.env['BIZCTL_PROFILE'] || name) === name
          ? undefined
          : 'BIZCTL_PROFILE overrides';
      if (overriding !== undefined)
        await context.reporter.note(`profile ${JSON.stringify(name)} is now the default, but ${overriding} it`);
    });
}
