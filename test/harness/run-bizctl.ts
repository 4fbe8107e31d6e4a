import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Context, Prompts} from '../../src/base/context.js';
import {GuardError, InterruptedError, UsageError} from '../../src/base/errors.js';
import type {OutputStream, Pager} from '../../src/base/output-stream.js';
import {run} from '../../src/cli/run.js';
import {toPrintable} from '../../src/output/printable.js';
import {completeResponse} from '../../src/system/transport/complete-response.js';
import {now, token} from './fixed.js';
import type {Screen} from './screen.js';
import {createTenant, type Tenant} from './tenant.js';

/** What a run may meet besides its command line; what is left out is an ordinary pipe, an empty stdin, and a tenant with a token. */
export interface World {
  readonly tenant?: Pick<Tenant, 'fetch'>;
  readonly env?: {readonly [variable: string]: string | undefined};
  readonly stdin?: string | Uint8Array;
  readonly files?: {readonly [path: string]: string | Uint8Array};
  /** The width of the terminal that stdout and stderr are; not given for pipes. */
  readonly terminal?: number;
  /** The terminal that stdout and stderr are, where what is drawn can be looked at. */
  readonly screen?: Screen;
  readonly pager?: Pager;
  /** What a person makes of the text in the editor. */
  readonly editor?: (text: string, path: string) => string;
  /** What is answered when bizctl asks for a yes; not given when nobody can answer. */
  readonly answer?: 'yes' | 'no' | 'Ctrl-C';
  /** What is answered to other questions, by the beginning of the question. */
  readonly answers?: {readonly [question: string]: string};
  /** Where bizctl keeps its own files; without it nothing is there, and nothing can be made. */
  readonly home?: string;
  readonly uid?: number;
  readonly zone?: string;
  readonly signal?: AbortSignal;
  /** The first wait before a request is tried again; next to none when not given. */
  readonly backoffMs?: number;
  /** What happens when bizctl waits before a look or before it goes on; nothing when not given. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Called with each text before it is written to stdout, and waited for; may throw. */
  readonly stdout?: (text: string) => void | Promise<void>;
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

function openBuffer(columns: number | undefined, onWrite: (text: string) => void | Promise<void> = () => {}) {
  let written = '';
  const stream: OutputStream = {
    isTerminal: columns !== undefined,
    columns: columns ?? 80,
    rows: 1000,
    hasColor: columns !== undefined,
    hasUnicode: true,
    canRedraw: false,
    onDisturbed: () => () => {},
    write: async piece => {
      const text = Buffer.from(piece).toString();
      await onWrite(text);
      written += text;
    },
  };
  return {stream, read: () => written};
}

/** The words of a command line; single quotes keep spaces together. */
export function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** A person who answers as the world says. */
function createAnswers({answer, answers = {}}: World, write: OutputStream['write']): Prompts {
  const find = async (question: string) => {
    await write(`? ${question}\n`);
    const found = Object.entries(answers).find(([beginning]) => question.startsWith(beginning));
    if (!found) throw new Error(`nobody answers ${JSON.stringify(question)}`);
    return found[1];
  };
  return {
    confirm: async (question, things) => {
      await write(`${[...things, `? ${question}`].map(toPrintable).join('\n')}\n`);
      if (answer === 'Ctrl-C') throw new InterruptedError();
      if (answer === 'no') throw new GuardError('it was not confirmed, nothing was changed');
    },
    ask: async (question, check) => {
      const text = await find(question);
      const problem = check?.(text);
      if (problem !== undefined) throw new Error(`${JSON.stringify(text)} is asked again: ${problem}`);
      return text;
    },
    askSecret: find,
    choose: async (question, choices) => {
      const text = await find(question);
      const chosen = choices.find(({value}) => value === text);
      if (!chosen) throw new Error(`${JSON.stringify(text)} is not offered for ${JSON.stringify(question)}`);
      return chosen.value;
    },
  };
}

let countNonces = 1;

/** What a run prints, and the outside world that it sees. */
interface Stage {
  readonly context: Context;
  readonly readStdout: () => string;
  readonly readStderr: () => string;
}

/** All of the outside world of a run, as a test wants it: a tenant, and nothing else. */
export function createStage(world: World = {}): Stage {
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
      stdout: world.screen?.stream ?? stdout.stream,
      stderr: world.screen?.stream ?? stderr.stream,
    },
    env: {...environment, ...world.env},
    files: {
      read: async function* (path) {
        const content = world.files?.[path] ?? (world.editor && readFileSync(path));
        if (content === undefined)
          throw new UsageError(`cannot read ${path}: ENOENT`, 'Is the path right, and a file?');
        yield bytesOf(content);
      },
      list: async path => {
        const inside = Object.keys(world.files ?? {}).filter(file => file.startsWith(join(path, '/')));
        return inside.length === 0 ? undefined : inside.toSorted();
      },
    },
    fetch: async request => completeResponse(await tenant.fetch(request), request.signal),
    now: () => now,
    zone: () => world.zone ?? 'UTC',
    directories: async () => {
      const {home = '/dev/null'} = world;
      return {
        data: join(home, 'data'),
        config: world.env?.['BIZCTL_CONFIG_DIR'] ?? join(home, 'config'),
        cache: join(home, 'cache'),
      };
    },
    uid: world.uid ?? process.getuid?.(),
    timing: {backoffMs: world.backoffMs ?? 1, pollMs: [1, 1, 1], sleep: world.sleep ?? (async () => {})},
    openEditor:
      world.editor && (async path => writeFileSync(path, world.editor?.(readFileSync(path, 'utf8'), path) ?? '')),
    openPager: world.pager && (async () => world.pager),
    prompts:
      world.answer === undefined && world.answers === undefined ? undefined : createAnswers(world, stderr.stream.write),
    block: work => work(),
    signal: world.signal ?? new AbortController().signal,
    platform: 'test',
    pid: 1,
    die: () => {},
    spawnSelf: async () => ({exitCode: 1, stdout: '', stderr: ''}),
    createNonce: () => (countNonces++).toString(16).padStart(8, '0'),
  };
  return {context, readStdout: stdout.read, readStderr: stderr.read};
}

/** Runs a command line in this process, against a tenant and nothing else of the outside world. */
export async function bizctl(line: string | readonly string[], world: World = {}): Promise<Outcome> {
  const {context, readStdout, readStderr} = createStage(world);
  const exitCode = await run(typeof line === 'string' ? splitWords(line) : line, context);
  return {exitCode, stdout: readStdout(), stderr: readStderr()};
}
