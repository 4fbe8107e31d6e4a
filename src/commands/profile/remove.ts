import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {openProfiles} from '../../app/open-profiles.js';
import {examples} from '../options.js';

export function addProfileRemove(profile: Group, factory: Factory): void {
  profile
    .command('remove')
    .description('Forget a profile and its token; the tenant is not touched')
    .argument('<profile>', 'its name')
    .option('--yes', 'do not ask; needed where nobody can answer')
    .addHelpText('after', examples('bizctl profile remove acme --yes', 'bizctl profile remove local --yes --quiet'))
    .action(async (name, _options, command) => {
      const context = await factory.open(command);
      const {findProfile} = await import('../../profile/resolve-connection.js');
      const store = await openProfiles(context, context.reporter);
      const {base_url} = findProfile(await store.read(), name, 'the command line');
      const confirm = context.openConfirm('forgetting a profile');
      await confirm('Forget this profile and its token?', [`${name} (${base_url})`]);
      await store.change(stored => {
        const {[name]: _removed, ...profiles} = stored.profiles;
        const {current, ...others} = stored;
        return {...others, ...(current === undefined || current === name ? {} : {current}), profiles};
      });
      await context.reporter.note(`the profile ${JSON.stringify(name)} is gone, with its token`);
    });
}
