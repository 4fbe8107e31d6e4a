import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {openProfiles} from '../../app/open-profiles.js';
import {examples} from '../options.js';
import {profileDetail, toShownProfile} from '../profile-view.js';

export function addAuthLogin(auth: Group, factory: Factory): void {
  auth
    .command('login')
    .description('Check a token, from a hidden prompt or from stdin, and keep it for a profile')
    .addHelpText(
      'after',
      examples(
        'bizctl auth login --base-url https://api.example.com < token-file',
        'bizctl auth login --profile acme --base-url https://api.example.com < token-file',
      ),
    )
    .action(async (_options, command) => {
      const context = await factory.open(command);
      const [{chooseTenant, withToken}, {readToken}, {checkToken}, {openHttp}] = await Promise.all([
        import('./choose-tenant.js'),
        import('./read-token.js'),
        import('../../api/check-token.js'),
        import('../../app/open-http.js'),
      ]);
      const {options, reporter} = context;
      const store = await openProfiles(context, reporter);
      const tenant = await chooseTenant(context, await store.read());
      const {name, baseUrl, source} = tenant;
      const token = await readToken(context, baseUrl.origin);
      const connection = {baseUrl, baseUrlSource: source, token, tokenSource: 'this login'};
      await checkToken(openHttp({connection, options, context, reporter}));
      await store.change(stored => withToken(stored, tenant, token));
      await reporter.note(
        `${baseUrl.href} took the token; it is kept in a plain file that only you can read, ${store.path}`,
      );
      await context.show(profileDetail, toShownProfile(await store.read(), name));
    });
}
