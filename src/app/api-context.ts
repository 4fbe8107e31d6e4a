import type {Page} from '../api/pages.js';
import type {Context} from '../base/context.js';
import {UsageError} from '../base/errors.js';
import type {Http} from '../http/http.js';
import type {JsonObject} from '../json/json.js';
import type {Talk} from '../output/reporter.js';
import type {Connection} from '../profile/resolve-connection.js';
import {createOpenDesk, type Desk, type GlobalOptions, type Invocation} from './command-context.js';
import {openProfiles} from './open-profiles.js';

/** What a command works with once it is known which tenant it is for. */
export interface Session extends Desk {
  readonly http: Http;
  readonly connection: Connection;
  /** The tenant in words, for questions: `profile "acme" (https://…)`. */
  readonly tenant: string;
  /** The same pages of custom fields, kept for Tab when a person looks at the whole list: a script presses no Tab. */
  readonly remember: (
    pages: AsyncIterable<Page<JsonObject>>,
    query: {readonly filter?: string | undefined; readonly pageToken?: string | undefined},
  ) => Promise<AsyncIterable<Page<JsonObject>>>;
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
    const session: Session = {
      ...desk,
      connection,
      tenant: describeTenant(connection),
      http: openHttp({connection, fetch, options: desk.options, context, talk}),
      remember: async (pages, {filter, pageToken}) => {
        if (!context.io.stdout.isTerminal || filter !== undefined || pageToken !== undefined) return pages;
        const {rememberFields} = await import('./field-cache.js');
        return rememberFields(session, pages);
      },
    };
    return session;
  };
}

function describeTenant({baseUrl, baseUrlSource}: Connection): string {
  if (baseUrlSource === '--sandbox') return 'the sandbox';
  return baseUrlSource.startsWith('profile') ? `${baseUrlSource} (${baseUrl.href})` : baseUrl.href;
}

async function connect(
  options: GlobalOptions,
  context: Context,
  talk: Talk,
): Promise<{connection: Connection; fetch: Context['fetch']}> {
  if (options.sandbox === undefined) {
    if (options.fault) throw new UsageError('--fault goes with --sandbox: a real tenant has its own', 'Add --sandbox.');
    const {resolveConnection} = await import('../profile/resolve-connection.js');
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
  return openEmbeddedSandbox(options.sandbox, options.fault ?? [], context);
}
