import type {Context} from '../base/context.js';
import {UsageError} from '../base/errors.js';
import {version} from '../base/version.js';
import {createHttpClient, type HttpClient} from '../http/http-client.js';
import type {Reporter} from '../output/reporter.js';
import type {Connection} from '../profile/resolve-connection.js';
import type {CommandContext} from './command-context.js';
import {createHttpReporter} from './create-http-reporter.js';
import {withPendingLine} from './pending-line.js';

/** Limits without `--timeout` (row 12). */
const defaultLimits = {timeoutMs: 120_000, headersMs: 30_000};
const defaultRetries = 3;
const defaultRetryBudgetSeconds = 60;

/** @throws UsageError when a token would be sent without checking the certificate */
function requireCertificateChecks({baseUrl, token}: Connection, env: Context['env'], reporter: Reporter): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0' || baseUrl.protocol !== 'https:') return;
  if (token === undefined) return void reporter.warn('NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks');
  throw new UsageError(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks, so the token could go to another server',
    'Unset it, and set NODE_EXTRA_CA_CERTS to a file with your CA certificate.',
  );
}

/** The modules of Node that print what is sent if NODE_DEBUG names them. */
const printingModules = ['http', 'https', 'net', 'stream', 'tls'];

/** @throws UsageError if Node would print what it sends */
function refuseDebugOutput({token}: Connection, {env, platform}: Pick<Context, 'env' | 'platform'>): void {
  const debugged = env['NODE_DEBUG'] ?? '';
  const isPrinted = debugged.split(',').some(name => {
    const pattern = name
      .trim()
      .replace(/[|\\{}()[\]^$+?.]/g, '\\$&')
      .replaceAll('*', '.*');
    return printingModules.some(each => new RegExp(`^${pattern}$`, 'i').test(each));
  });
  // An executable, which runs on Bun, ignores it.
  if (!isPrinted || token === undefined || platform.startsWith('Bun')) return;
  throw new UsageError(`NODE_DEBUG=${debugged} makes Node print the token`, 'Unset it; --verbose shows requests.');
}

/**
 * Opens an HTTP client for a connection and reports its events on stderr.
 *
 * @param fetch overrides the context's own
 * @param purpose what to show while waiting; by default, what is requested
 * @throws UsageError when a token would be sent without checking the certificate, or printed
 */
export function openHttp(
  context: Context & Pick<CommandContext, 'options' | 'reporter'>,
  connection: Connection,
  fetch = context.fetch,
  purpose?: string,
): HttpClient {
  const {options, reporter} = context;
  requireCertificateChecks(connection, context.env, reporter);
  if (options.sandbox === undefined) refuseDebugOutput(connection, context);
  const report = createHttpReporter(reporter, context);
  return createHttpClient({
    ...connection,
    redact: reporter.redact,
    // Requests are shown themselves.
    fetch: options.verbose ? fetch : withPendingLine(fetch, context, reporter, purpose),
    userAgent: `bizctl/${version} (${context.platform})`,
    ...(options.timeout === undefined ? defaultLimits : {timeoutMs: options.timeout * 1000, headersMs: undefined}),
    retries: options.retries ?? defaultRetries,
    retryBudgetMs: (options.retryBudget ?? defaultRetryBudgetSeconds) * 1000,
    timing: context.timing,
    now: context.now,
    signal: context.signal,
    onEvent: event => void report(event),
  });
}
