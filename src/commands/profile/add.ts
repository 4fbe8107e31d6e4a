import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {openProfiles} from '../../app/open-profiles.js';
import {GuardError, UsageError} from '../../base/errors.js';
import {examples} from '../options.js';
import {profileDetail, toShownProfile} from '../profile-view.js';

export function addProfileAdd(profile: Group, factory: Factory): void {
  profile
    .command('add')
    .description('Store the address of a tenant under a name; auth login adds its token')
    .argument('<name>', 'letters, digits, dots, dashes and underscores')
    .addHelpText(
      'after',
      examples(
        'bizctl profile add acme --base-url https://api.example.com',
        'bizctl profile add local --base-url http://127.0.0.1:4010 --json',
      ),
    )
    .action(async (text, _options, command) => {
      const context = await factory.open(command);
      const [{parseProfileName}, {givenBaseUrl}, {parseBaseUrl}, {profileNamed}] = await Promise.all([
        import('../../profile/name.js'),
        import('../../profile/resolve-connection.js'),
        import('../../profile/parse-address.js'),
        import('../../profile/stored-profiles.js'),
      ]);
      const name = parseProfileName(text);
      const given = givenBaseUrl(context.options, context.env);
      if (!given) throw new UsageError('a profile needs the address of its tenant', 'Give it with --base-url.');
      const base_url = parseBaseUrl(given).href;
      const store = await openProfiles(context, context.reporter);
      await store.change(stored => {
        const there = profileNamed(stored, name);
        if (there && there.base_url !== base_url)
          throw new GuardError(
            `there is a profile ${JSON.stringify(name)} already, for ${there.base_url}`,
            'Take another name, or remove that one first.',
          );
        return {
          ...stored,
          current: stored.current ?? name,
          profiles: {...stored.profiles, [name]: there ?? {base_url}},
        };
      });
      await context.show(profileDetail, toShownProfile(await store.read(), name));
    });
}
