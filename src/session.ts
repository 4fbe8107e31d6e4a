import type {Http, HttpEvent} from './api/http.js';
import type {Confirm, Context} from './context.js';
import type {Display} from './display.js';
import {UsageError} from './errors.js';
import {type Format, formats, isFormat} from './output/format.js';
import {toPrintable} from './output/printable.js';
import type {Talk} from './output/talk.js';
import type {Connection} from './profile/resolve-connection.js';
import {version} from './version.js';

/** The options that every command takes, as commander hands them over. */
export interface GlobalOptions {
  readonly baseUrl?: string | undefined;
  readonly sandbox?: string | true | undefined;
  readonly output?: string | undefined;
  readonly json?: true | undefined;
  readonly columns?: string | undefined;
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  /** False after `--no-input`. */
  readonly input?: boolean | undefined;
  /** Of commands that ask. */
  readonly yes?: true | undefined;
}

/** What a command works with once its options are known: the API, the outside world, and ways to show what came of it. */
export interface Session extends Display {
  readonly context: Context;
  readonly http: Http;
  readonly talk: Talk;
  /**
   * The way to ask before something is done that cannot be taken back; with `--yes` it does not ask.
   *
   * @param what what needs the answer, as the beginning of a sentence: "deleting"
   * @throws UsageError when nobody can answer
   */
  readonly openConfirm: (what: string) => Confirm;
}

/** A command, as far as opening a session goes. */
export interface Invocation {
  readonly optsWithGlobals: () => GlobalOptions;
}

export type OpenSession = (invocation: Invocation) => Promise<Session>;

const defaultTimeoutSeconds = 30;
const defaultRetries = 3;

/**
 * `--output`, or `BIZCTL_OUTPUT`, or a table.
 *
 * @throws UsageError for a format that there is not
 */
export function resolveFormat(options: Pick<GlobalOptions, 'json' | 'output'>, env: Context['env']): Format {
  if (options.json && options.output !== undefined && options.output !== 'json') {
    throw new UsageError(`--json and --output ${options.output} contradict each other`, 'Give one of them.');
  }
  const format = options.json ? 'json' : (options.output ?? (env['BIZCTL_OUTPUT'] || 'table'));
  if (!isFormat(format))
    throw new UsageError(`there is no output format ${JSON.stringify(format)}`, `There is: ${formats.join(', ')}.`);
  return format;
}

function parseColumns(text: string | undefined): readonly string[] | undefined {
  const columns = text?.split(',').map(column => column.trim());
  if (columns?.includes(''))
    throw new UsageError('--columns has an empty name', 'It looks like: --columns id,name,type.primitive_type');
  return columns;
}

export function createOpenSession(context: Context, talk: Talk): OpenSession {
  return async invocation => {
    const options = invocation.optsWithGlobals();
    const settings = {
      format: resolveFormat(options, context.env),
      columns: parseColumns(options.columns),
      stdout: context.io.stdout,
    };
    const {connection, fetch} = await connect(options, context);
    await talk.trace(
      `base URL ${connection.baseUrl.href} (from ${connection.baseUrlSource}); ${connection.tokenSource === undefined ? 'no token' : `token from ${connection.tokenSource}`}`,
    );
    const [http, {createDisplay}] = await Promise.all([
      openHttp(connection, fetch, options, context, talk),
      import('./display.js'),
    ]);
    return {
      context,
      http,
      talk,
      openConfirm: what => openConfirm(what, options, context),
      ...createDisplay(settings, talk, context),
    };
  };
}

/** What Session.openConfirm does, for commands without a session. What is asked about may hold text from the API, which must not rewrite the question. */
export function openConfirm(
  what: string,
  {yes, input}: Pick<GlobalOptions, 'yes' | 'input'>,
  {confirm}: Pick<Context, 'confirm'>,
): Confirm {
  if (yes) return async () => {};
  if (!confirm || input === false)
    throw new UsageError(
      `${what} needs an answer, and nobody can give it here`,
      'Say --yes to go on without being asked.',
    );
  return (question, things) => confirm(toPrintable(question), things.map(toPrintable));
}

async function connect(
  options: GlobalOptions,
  context: Context,
): Promise<{connection: Connection; fetch: Context['fetch']}> {
  if (options.sandbox === undefined) {
    const {resolveConnection} = await import('./profile/resolve-connection.js');
    return {connection: resolveConnection(options, context.env), fetch: context.fetch};
  }
  if (options.baseUrl !== undefined)
    throw new UsageError('--sandbox and --base-url contradict each other', 'Give one of them.');
  const {openEmbeddedSandbox} = await import('./embedded-sandbox.js');
  return openEmbeddedSandbox(options.sandbox, context);
}

async function openHttp(
  connection: Connection,
  fetch: Context['fetch'],
  options: GlobalOptions,
  context: Context,
  talk: Talk,
): Promise<Http> {
  const {createHttp} = await import('./api/http.js');
  const warned = new Set<string>();
  return createHttp({
    ...connection,
    hide: talk.hide,
    fetch,
    userAgent: `bizctl/${version} (${context.platform})`,
    timeoutMs: (options.timeout ?? defaultTimeoutSeconds) * 1000,
    retries: options.retries ?? defaultRetries,
    timing: context.timing,
    now: context.now,
    signal: context.signal,
    onEvent: event => void report(event, talk, warned),
  });
}

/** Puts what happens on the wire into words: requests when asked for, the end of an operation once a run. */
async function report(event: HttpEvent, talk: Talk, warned: Set<string>): Promise<void> {
  switch (event.kind) {
    case 'request':
      return talk.trace(`> ${event.method} ${event.url}${event.attempt > 1 ? ` (attempt ${event.attempt})` : ''}`);
    case 'response':
      return talk.trace(
        `< HTTP ${event.status} in ${Math.round(event.milliseconds)} ms${event.request_id === undefined ? '' : `, request id ${event.request_id}`}`,
      );
    case 'retry':
      return talk.trace(`! ${event.reason}: trying again`);
    case 'deprecation': {
      if (warned.has(event.operation)) return undefined;
      warned.add(event.operation);
      const {describeDeprecation} = await import('./api/deprecation.js');
      return talk.warn(describeDeprecation(event));
    }
  }
}
