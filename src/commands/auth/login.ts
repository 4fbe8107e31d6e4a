import type {Desk, OpenDesk} from '../../desk.js';
import {AuthError, UsageError} from '../../errors.js';
import type {Group} from '../../global-options.js';
import {openProfiles} from '../../open-profiles.js';
import type {StoredProfiles} from '../../profile/stored-profiles.js';
import {examples} from '../options.js';

export function addAuthLogin(auth: Group, open: OpenDesk): void {
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
      const desk = await open(command);
      refuseSandbox(desk);
      const [{readToken}, {checkToken}, {openHttp}, {toRow, profileDetail}] = await Promise.all([
        import('./read-token.js'),
        import('../../api/check-token.js'),
        import('../../open-http.js'),
        import('../profile-view.js'),
      ]);
      const {context, options, talk} = desk;
      const store = await openProfiles(context, talk);
      const {name, baseUrl, source} = await chooseTenant(desk, await store.read());
      const value = await readToken(desk, baseUrl.origin);
      const connection = {baseUrl, baseUrlSource: source, token: value, tokenSource: 'this login'};
      await checkToken(openHttp({connection, fetch: context.fetch, options, context, talk}));
      await store.change(stored => ({
        ...stored,
        current: stored.current ?? name,
        profiles: {
          ...stored.profiles,
          [name]: {...stored.profiles[name], base_url: baseUrl.href, token: {value, origin: baseUrl.origin}},
        },
      }));
      await talk.note(
        `${baseUrl.href} took the token; it is kept in a plain file that only you can read, ${store.path}`,
      );
      await desk.show(profileDetail, toRow(await store.read(), name));
    });
}

function refuseSandbox({options}: Desk): void {
  if (options.sandbox !== undefined)
    throw new UsageError('the embedded sandbox needs no login', 'Leave --sandbox out.');
}

/** The profile to log in, and where: as the options say, else as it is stored, else as a person answers. */
async function chooseTenant(
  {context: {env}, options, prompts}: Desk,
  stored: StoredProfiles,
): Promise<{readonly name: string; readonly baseUrl: URL; readonly source: string}> {
  const [{givenBaseUrl, namedProfile}, {parseBaseUrl}, {parseProfileName}] = await Promise.all([
    import('../../profile/resolve-connection.js'),
    import('../../profile/parse-address.js'),
    import('../../profile/name.js'),
  ]);
  const name = parseProfileName(namedProfile(options, env)?.text ?? stored.current ?? 'default');
  const there = Object.hasOwn(stored.profiles, name) ? stored.profiles[name] : undefined;
  const source = `profile ${JSON.stringify(name)}`;
  const given = givenBaseUrl(options, env) ?? (there && {text: there.base_url, source});
  if (!given && !prompts)
    throw new UsageError('a login needs the address of the tenant', 'Give it with --base-url or BIZCTL_BASE_URL.');
  const address = given ?? {
    text: (await prompts?.ask('Address of the API (https://host or https://host/path)', checkAddress)) ?? '',
    source: 'the prompt',
  };
  const baseUrl = parseBaseUrl(address);
  if (there && new URL(there.base_url).origin !== baseUrl.origin)
    throw new AuthError(`${source} is for ${there.base_url}, not ${baseUrl.origin} (from ${address.source})`, {
      hint: 'Give the new tenant a name of its own with --profile NAME.',
    });
  return {name, baseUrl, source: address.source};

  function checkAddress(text: string): string | undefined {
    try {
      parseBaseUrl({text, source: 'the prompt'});
      return undefined;
    } catch (error) {
      if (error instanceof UsageError) return error.details.hint;
      throw error;
    }
  }
}
