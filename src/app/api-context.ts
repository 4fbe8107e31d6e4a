import type {Context} from '../base/context.js';
import {cannotCombine, UsageError} from '../base/errors.js';
import type {HttpClient} from '../http/http-client.js';
import type {Reporter} from '../output/reporter.js';
import {type Connection, resolveConnection} from '../profile/resolve-connection.js';
import type {StoredSettings} from '../profile/stored-settings.js';
import {type CommandContext, openCommandContext, type ParsedCommand} from './command-context.js';
import type {GlobalOptions} from './global-options.js';
import {openHttp} from './open-http.js';
import {readProfiles} from './open-profiles.js';

export interface ApiContext extends CommandContext {
  readonly http: HttpClient;
  readonly connection: Connection;
  /** The tenant as prompts name it: `profile "acme" (https://…)`, `BIZCTL_TENANT (https://…)`. */
  readonly tenant: string;
}

export async function openApiContext(
  command: ParsedCommand,
  runtime: Context,
  reporter: Reporter,
  settings: StoredSettings,
): Promise<ApiContext> {
  const opened = await openCommandContext(command, runtime, reporter, settings);
  const {options} = opened;
  const {connection, fetch} = await connect(options, runtime, reporter);
  reporter.addSecret(connection.token ?? '');
  await reporter.trace(
    `base URL ${connection.baseUrl.href} (from ${connection.baseUrlSource}); ${connection.tokenSource === undefined ? 'no token' : `token from ${connection.tokenSource}`}`,
  );
  return {
    ...opened,
    fetch,
    connection,
    tenant: describeTenant(connection, runtime.env['BIZCTL_TENANT']),
    http: openHttp(opened, connection, fetch),
  };
}

/** @param name that of the tenant, where no profile names it */
function describeTenant({baseUrl, baseUrlSource}: Connection, name = ''): string {
  if (baseUrlSource === '--sandbox') return 'the sandbox';
  const named = baseUrlSource.startsWith('profile') ? baseUrlSource : name;
  return named === '' ? baseUrl.href : `${named} (${baseUrl.href})`;
}

async function connect(
  options: GlobalOptions,
  context: Context,
  reporter: Reporter,
): Promise<{connection: Connection; fetch: Context['fetch']}> {
  if (options.sandbox === undefined) {
    if (options.fault)
      throw new UsageError('--fault needs --sandbox', 'Pass --sandbox, without --base-url or --profile.');
    return {
      connection: await resolveConnection(options, context.env, () => readProfiles(context, reporter)),
      fetch: context.fetch,
    };
  }
  const conflict = (['baseUrl', 'profile'] as const).find(name => options[name] !== undefined);
  if (conflict !== undefined) throw cannotCombine('--sandbox', `--${conflict === 'baseUrl' ? 'base-url' : conflict}`);
  const {openEmbeddedSandbox} = await import('./embedded-sandbox.js');
  return openEmbeddedSandbox(options.sandbox, options.fault ?? [], context);
}
