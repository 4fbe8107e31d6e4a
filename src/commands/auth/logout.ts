import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {openProfiles} from '../../app/open-profiles.js';
import {UsageError} from '../../base/errors.js';
import {examples} from '../options.js';

export function addAuthLogout(auth: Group, factory: Factory): void {
  auth
    .command('logout')
    .description('Remove the stored token but keep the profile')
    .addHelpText('after', examples('bizctl auth logout', 'bizctl auth logout --profile acme --quiet'))
    .action(async (_options, command) => {
      const context = await factory.open(command);
      const [{defaultSource, findProfile}, {namedProfile, refuseEmpty}] = await Promise.all([
        import('../../profile/find-profile.js'),
        import('../../profile/resolve-connection.js'),
      ]);
      const store = await openProfiles(context, context.reporter);
      const stored = await store.read();
      const named = namedProfile(context.options, context.env);
      if (!named) refuseEmpty(context.env, ['BIZCTL_PROFILE']);
      const name = named?.text ?? stored.current;
      if (name === undefined)
        throw Object.keys(stored.profiles).length === 0
          ? new UsageError('no stored profiles', suggest => `Run: ${suggest('auth', 'login')}`)
          : new UsageError('no default profile is set', 'Pass --profile NAME.');
      const {token, base_url} = findProfile(stored, name, named?.source ?? defaultSource);
      if (token)
        await store.change(now => {
          const {token: _forgotten, ...profile} = findProfile(now, name, store.path);
          return {...now, profiles: {...now.profiles, [name]: profile}};
        });
      await context.reporter.note(
        token
          ? `removed the token of profile ${JSON.stringify(name)}; it stays valid at ${base_url} until it expires or is revoked`
          : `profile ${JSON.stringify(name)} has no token`,
      );
    });
}
