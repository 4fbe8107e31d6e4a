import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {openProfiles} from '../../app/open-profiles.js';
import {examples} from '../options.js';

export function addProfileRemove(profile: Group, factory: Factory): void {
  profile
    .command('remove')
    .description('Remove a profile and its token')
    .argument('<profile>', 'name of the profile')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', examples('bizctl profile remove acme --yes', 'bizctl profile remove local --yes --quiet'))
    .action(async (name, _options, command) => {
      const context = await factory.open(command);
      const {findProfile} = await import('../../profile/find-profile.js');
      const store = await openProfiles(context, context.reporter);
      const {base_url, token} = findProfile(await store.read(), name);
      const what = token === undefined ? '' : ' and its token';
      const confirm = context.openConfirm();
      await confirm(`Remove this profile${what}?`, [`${name} (${base_url})`]);
      await store.change(stored => {
        const {[name]: _removed, ...profiles} = stored.profiles;
        const {current, ...others} = stored;
        return {...others, ...(current === undefined || current === name ? {} : {current}), profiles};
      });
      await context.reporter.note(`removed profile ${JSON.stringify(name)}${what}`);
      const {current, profiles} = await store.read();
      const [other] = Object.keys(profiles);
      if (current === undefined && other !== undefined)
        await context.reporter.note(
          suggest => `no default profile is set now; to set one, run: ${suggest('profile', 'use', other)}`,
        );
    });
}
