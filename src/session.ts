import type {Http} from './api/http.js';
import type {Context} from './context.js';
import {createOpenDesk, type Desk, type GlobalOptions, type Invocation} from './desk.js';
import {UsageError} from './errors.js';
import {openProfiles} from './open-profiles.js';
import type {Talk} from './output/talk.js';
import type {Connection} from './profile/resolve-connection.js';

/** What a command works with once it is known which tenant it is for. */
export interface Session extends Desk {
  readonly http: Http;
  readonly connection: Connection;
}

export type OpenSession = (invocation: Invocation) => Promise<Session>;

export function createOpenSession(context: Context, talk: Talk): OpenSession {
  const openDesk = createOpenDesk(context, talk);
  return async invocation => {
    const desk = await openDesk(invocation);
    const {connection, fetch} = await connect(desk.options, context, talk);
    talk.keepSecret(connection.token ?? '');
    await talk.trace(
      `base URL ${connection.baseUrl.href} (from ${connection.baseUrlSource}); ${connection.tokenSource === undefined ? 'no token' : `token from ${connection.tokenSource}`}`,
    );
    const {openHttp} = await import('./open-http.js');
    return {...desk, connection, http: openHttp({connection, fetch, options: desk.options, context, talk})};
  };
}

async function connect(
  options: GlobalOptions,
  context: Context,
  talk: Talk,
): Promise<{connection: Connection; fetch: Context['fetch']}> {
  if (options.sandbox === undefined) {
    const {resolveConnection} = await import('./profile/resolve-connection.js');
    const readProfiles = async () => (await openProfiles(context, talk)).read();
    return {connection: await resolveConnection(options, context.env, readProfiles), fetch: context.fetch};
  }
  const other = (['baseUrl', 'profile'] as const).find(name => options[name] !== undefined);
  if (other !== undefined)
    throw new UsageError(
      `--sandbox and --${other === 'baseUrl' ? 'base-url' : other} contradict each other`,
      'Give one of them.',
    );
  const {openEmbeddedSandbox} = await import('./embedded-sandbox.js');
  return openEmbeddedSandbox(options.sandbox, context);
}
