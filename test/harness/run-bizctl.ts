import type {Context} from '../../src/context.js';
import {GuardError, InterruptedError, UsageError} from '../../src/errors.js';
import type {OutputStream} from '../../src/output/stream.js';
import {run} from '../../src/run.js';
import {now, token} from './fixed.js';
import {createTenant, type Tenant} from './tenant.js';

/** What a run may meet besides its command line; what is left out is an ordinary pipe, an empty stdin, and a tenant with a token. */
export interface World {
  readonly tenant?: Pick<Tenant, 'fetch'>;
  readonly env?: {readonly [variable: string]: string | undefined};
  readonly stdin?: string | Uint8Array;
  readonly files?: {readonly [path: string]: string | Uint8Array};
  /** The width of the terminal that stdout and stderr are; not given for pipes. */
  readonly terminal?: number;
  /** What is answered when bizctl asks; not given when nobody can answer. */
  readonly answer?: 'yes' | 'no' | 'Ctrl-C';
  readonly zone?: string;
  readonly signal?: AbortSignal;
  /** The first wait before a request is tried again; next to none when not given. */
  readonly backoffMs?: number;
  /** Called with each text before it is written to stdout; may throw. */
  readonly stdout?: (text: string) => void;
}

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const environment = {BIZCTL_BASE_URL: 'https://api.example.com/', BIZCTL_TOKEN: token};

function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? new TextEncoder().encode(text) : text;
}

function openBuffer(columns: number | undefined, onWrite: (text: string) => void = () => {}) {
  let written = '';
  const stream: OutputStream = {
    isTerminal: columns !== undefined,
    columns: columns ?? 80,
    hasColor: columns !== undefined,
    write: async text => {
      onWrite(text);
      written += text;
    },
  };
  return {stream, read: () => written};
}

/** The words of a command line; single quotes keep spaces together. */
export function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** Runs a command line in this process, against a tenant and nothing else of the outside world. */
export async function bizctl(line: string | readonly string[], world: World = {}): Promise<Outcome> {
  const stdout = openBuffer(world.terminal, world.stdout);
  const stderr = openBuffer(world.terminal);
  const tenant = world.tenant ?? createTenant();
  const context: Context = {
    io: {
      stdin: {
        isTerminal: world.stdin === undefined && world.terminal !== undefined,
        read: async function* () {
          yield bytesOf(world.stdin ?? '');
        },
      },
      stdout: stdout.stream,
      stderr: stderr.stream,
    },
    env: {...environment, ...world.env},
    files: {
      read: async function* (path) {
        const content = world.files?.[path];
        if (content === undefined)
          throw new UsageError(`cannot read ${path}: ENOENT`, 'Is the path right, and a file?');
        yield bytesOf(content);
      },
    },
    fetch: tenant.fetch,
    now: () => now,
    zone: world.zone ?? 'UTC',
    dataDirectory: () => Promise.reject(new Error('no test may touch the data directory')),
    timing: {backoffMs: world.backoffMs ?? 1, settleMs: [1, 1, 1], sleep: async () => {}},
    confirm:
      world.answer === undefined
        ? undefined
        : async (question, things) => {
            await stderr.stream.write([...things, `? ${question}\n`].join('\n'));
            if (world.answer === 'Ctrl-C') throw new InterruptedError();
            if (world.answer === 'no') throw new GuardError('it was not confirmed, nothing was changed');
          },
    signal: world.signal ?? new AbortController().signal,
    platform: 'test',
    pid: 1,
  };
  const exitCode = await run(typeof line === 'string' ? splitWords(line) : line, context);
  return {exitCode, stdout: stdout.read(), stderr: stderr.read()};
}
