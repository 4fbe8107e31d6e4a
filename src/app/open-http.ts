import type {Context} from '../base/context.js';
import {UsageError} from '../base/errors.js';
import {version} from '../base/version.js';
import {describeDeprecation} from '../http/deprecation.js';
import {createHttpClient, type HttpClient} from '../http/http-client.js';
import type {HttpEvent} from '../http/http-settings.js';
import type {Reporter} from '../output/reporter.js';
import type {Connection} from '../profile/resolve-connection.js';
import type {CommandContext} from './command-context.js';
import {withPendingLine} from './pending-line.js';

/** Limits without `--timeout` (row 12). */
const defaultLimits = {timeoutMs: 120_000, headersMs: 30_000};
const defaultRetries = 3;
const defaultRetryBudgetSeconds = 60;
/** Longer waits are explained to the user. */
const maxSilentWaitMs = 2000;

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
 * @throws UsageError when a token would be sent without checking the certificate, or printed
 */
export function openHttp(
  context: Context & Pick<CommandContext, 'options' | 'reporter'>,
  connection: Connection,
  fetch = context.fetch,
): HttpClient {
  const {options, reporter} = context;
  requireCertificateChecks(connection, context.env, reporter);
  if (options.sandbox === undefined) refuseDebugOutput(connection, context);
  const state: ReportState = {
    operations: new Set(),
    waitUntil: 0,
    silentMs: 0,
    isTerminal: context.io.stderr.isTerminal,
  };
  return createHttpClient({
    ...connection,
    redact: reporter.redact,
    // Requests are shown themselves.
    fetch: options.verbose ? fetch : withPendingLine(fetch, context, reporter),
    userAgent: `bizctl/${version} (${context.platform})`,
    ...(options.timeout === undefined ? defaultLimits : {timeoutMs: options.timeout * 1000, headersMs: undefined}),
    retries: options.retries ?? defaultRetries,
    retryBudgetMs: (options.retryBudget ?? defaultRetryBudgetSeconds) * 1000,
    timing: context.timing,
    now: context.now,
    signal: context.signal,
    onEvent: event => void report(event, reporter, state),
  });
}

interface ReportState {
  /** Operations whose deprecation was reported. */
  readonly operations: Set<string>;
  /** The end of the last reported wait, on the clock of `performance`. */
  waitUntil: number;
  /** The short waits since the last success that nothing has shown. */
  silentMs: number;
  readonly isTerminal: boolean;
}

/** Shows a short wait in the line that is redrawn; without a terminal, once such waits add up, in a note (row 1). */
function showShortWait(text: string, milliseconds: number, reporter: Reporter, state: ReportState): Promise<void> {
  if (state.isTerminal) return reporter.showPending(`${text}…`);
  state.silentMs += milliseconds;
  if (state.silentMs < maxSilentWaitMs) return Promise.resolve();
  state.silentMs = Number.NEGATIVE_INFINITY;
  return reporter.showWaiting(text);
}

/** Reports an event on stderr: requests with `--verbose`, and each deprecation once. */
async function report(event: HttpEvent, reporter: Reporter, state: ReportState): Promise<void> {
  switch (event.kind) {
    case 'request':
      return reporter.trace(`> ${event.method} ${event.url}${event.attempt > 1 ? ` (attempt ${event.attempt})` : ''}`);
    case 'response':
      if (event.status < 400) state.silentMs = 0;
      return reporter.trace(
        `< HTTP ${event.status} in ${Math.round(event.milliseconds)} ms${event.request_id === undefined ? '' : `, request id ${event.request_id}`}`,
      );
    case 'wait': {
      if (event.milliseconds === 0) return reporter.showWaiting(undefined);
      // A success may say that no more requests are allowed for now.
      const isDone = event.status < 400;
      const reason = isDone
        ? 'waiting for the rate limit'
        : event.status === 429
          ? 'rate limited'
          : `HTTP ${event.status}`;
      const next = isDone ? 'continuing' : 'retrying';
      if (event.milliseconds < maxSilentWaitMs)
        return showShortWait(`${reason}, ${next}`, event.milliseconds, reporter, state);
      // Concurrent requests all get the same notice.
      if (performance.now() + event.milliseconds < state.waitUntil + maxSilentWaitMs) return undefined;
      state.waitUntil = performance.now() + event.milliseconds;
      return reporter.showWaiting(`${reason}, ${next} in ${Math.ceil(event.milliseconds / 1000)} s`);
    }
    case 'backOff':
      return showShortWait(`${event.reason}; retrying`, event.milliseconds, reporter, state);
    case 'check':
      return reporter.showPending(`${event.reason}; checking whether the write took effect…`);
    case 'retry':
      await reporter.showWaiting(undefined);
      await reporter.showPending(undefined);
      return reporter.trace(`! ${event.reason}: retrying`);
    case 'deprecation': {
      if (state.operations.has(event.operation)) return undefined;
      state.operations.add(event.operation);
      return reporter.warn(describeDeprecation(event));
    }
  }
}
