import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Context, Fetch, Timing} from '../../src/base/context.js';
import {CancelledError, InterruptedError, UsageError} from '../../src/base/errors.js';
import type {OutputStream, Pager} from '../../src/base/output-stream.js';
import type {Prompts} from '../../src/base/prompts.js';
import {run} from '../../src/cli/run.js';
import {toPrintable} from '../../src/output/printable.js';
import {findLocalZone} from '../../src/system/local-zone.js';
import {toFetch} from '../../src/system/transport/complete-response.js';
import {now, token} from './fixed.js';
import type {Screen} from './screen.js';
import {openTempState} from './temp-states.js';
import {createTenant} from './tenant.js';

type Answer = 'yes' | 'no' | 'Ctrl-C';

/** What a command sees; by default pipes, an empty stdin, and an empty tenant with a token. */
export interface World {
  readonly tenant?: {readonly fetch: Fetch};
  readonly env?: {readonly [variable: string]: string | undefined};
  /** False by default. */
  readonly hasBrokenArguments?: boolean;
  readonly stdin?: string | Uint8Array;
  readonly files?: {readonly [path: string]: string | Uint8Array};
  /** The width of the terminal; `undefined` for pipes. */
  readonly terminal?: number;
  /** A terminal whose screen the test reads. */
  readonly screen?: Screen;
  /** Where stdout goes in place of the screen. */
  readonly redirect?: 'pipe' | 'file';
  readonly pager?: Pager;
  /** Stands in for the editor: returns the edited text. */
  readonly editor?: (text: string, path: string, command: string) => string | Uint8Array;
  /** The answer to a confirmation; without it there are no prompts. */
  readonly answer?: Answer | ((question: string) => Answer);
  /** Answers to other questions, by the beginning of the question. */
  readonly answers?: {readonly [question: string]: string};
  /** The home directory; without it none exists or can be created. */
  readonly home?: string;
  readonly uid?: number;
  readonly zone?: string;
  /** By default, it stands still. */
  readonly clock?: () => Date;
  readonly signal?: AbortSignal;
  /** Stands in for the processes that bizctl starts of itself; they fail by default. */
  readonly spawnSelf?: Context['spawnSelf'];
  /** How long a reply may take before a terminal shows what is awaited; a minute by default. */
  readonly silentMs?: number;
  readonly finishMs?: number;
  /** The first back-off before a retry; 1 by default. */
  readonly backoffMs?: number;
  /** Called for each wait; returns at once by default. */
  readonly sleep?: Timing['sleep'];
  /** Awaited with each text before it is written to stdout; may throw. */
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

function openBuffer(
  columns: number | undefined,
  isFile: boolean,
  onWrite: (text: string) => void | Promise<void> = () => {},
) {
  let written = '';
  const stream: OutputStream = {
    isTerminal: columns !== undefined,
    isFile,
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

/** Splits a command line into words; single quotes keep spaces. */
export function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** Prompts that are answered from the world. */
function createAnswers({answer, answers = {}}: World, write: OutputStream['write']): Prompts {
  const findAnswer = async (question: string) => {
    await write(`? ${question}\n`);
    const found = Object.entries(answers).find(([beginning]) => question.startsWith(beginning));
    if (!found) throw new Error(`no answer given for ${JSON.stringify(question)}`);
    return found[1];
  };
  return {
    confirm: async (question, subjects) => {
      await write(`${[...subjects, `? ${question}`].map(toPrintable).join('\n')}\n`);
      const given = typeof answer === 'function' ? answer(question) : answer;
      if (given === 'Ctrl-C') throw new InterruptedError();
      if (given === 'no') throw new CancelledError();
    },
    ask: async (question, check) => {
      const text = await findAnswer(question);
      const problem = check?.(text);
      if (problem !== undefined) throw new Error(`${JSON.stringify(text)} is asked again: ${problem}`);
      return text;
    },
    askSecret: findAnswer,
    pick: async (question, choices) => {
      const text = await findAnswer(question);
      const found = choices.find(({value, label}) => value === text || label === text);
      if (!found) throw new Error(`${JSON.stringify(text)} is not offered for ${JSON.stringify(question)}`);
      return found.value;
    },
    choose: async (question, choices) => {
      const text = await findAnswer(question);
      const chosen = choices.find(({value}) => value === text);
      if (!chosen) throw new Error(`${JSON.stringify(text)} is not offered for ${JSON.stringify(question)}`);
      return chosen.value;
    },
  };
}

let countNonces = 1;
/** A test context and what was printed to it. */
interface Stage {
  readonly context: Context;
  readonly readStdout: () => string;
  readonly readStderr: () => string;
}

/** Builds a context from a world, without access to anything real. */
export function createStage(world: World = {}): Stage {
  const stdout = openBuffer(world.terminal, world.redirect === 'file', world.stdout);
  // So wide that no message wraps: those with paths would wrap differently on each machine.
  const stderr = openBuffer(world.terminal === undefined ? undefined : 10_000, false);
  const tenant = world.tenant ?? createTenant();
  const context: Context = {
    io: {
      stdin: {
        isTerminal: world.stdin === undefined && world.terminal !== undefined,
        read: async function* () {
          yield bytesOf(world.stdin ?? '');
        },
      },
      stdout: (world.redirect === undefined && world.screen?.stream) || stdout.stream,
      stderr: world.screen?.stream ?? stderr.stream,
    },
    env: {...environment, ...world.env},
    files: {
      read: async function* (path) {
        const content = world.files?.[path] ?? (world.editor && readFileSync(path));
        if (content === undefined)
          throw new UsageError(`cannot read ${path}: ENOENT`, 'Check the path, and that it is a file.');
        yield bytesOf(content);
      },
      isNamedPipe: () => false,
      list: async path => {
        const inside = Object.keys(world.files ?? {}).filter(
          file => file.startsWith(join(path, '/')) && !/(?:^|\/)\./.test(file.slice(join(path, '/').length)),
        );
        return inside.length === 0 ? undefined : inside.toSorted();
      },
    },
    hasBrokenArguments: () => world.hasBrokenArguments === true,
    fetch: (request, attempt) => toFetch(handled => tenant.fetch(handled, attempt))(request, attempt),
    now: world.clock ?? (() => now),
    zone: () => world.zone ?? findLocalZone(world.env?.['TZ'] ?? 'UTC'),
    directories: async () => {
      const {home = '/dev/null'} = world;
      return {
        data: join(home, 'data'),
        // Every write is recorded there.
        state:
          world.env?.['BIZCTL_STATE_DIR'] ?? (world.home === undefined ? openTempState(tenant) : join(home, 'data')),
        config: world.env?.['BIZCTL_CONFIG_DIR'] ?? join(home, 'config'),
        cache: join(home, 'cache'),
      };
    },
    uid: world.uid ?? process.getuid?.(),
    timing: {
      backoffMs: world.backoffMs ?? 1,
      pollMs: [1, 1, 1],
      silentMs: world.silentMs ?? 60_000,
      finishMs: world.finishMs ?? 60_000,
      maxLagMs: 10,
      sleep: world.sleep ?? (async (_milliseconds, signal) => signal.throwIfAborted()),
    },
    openEditor:
      world.editor &&
      (async (path, command) => writeFileSync(path, world.editor?.(readFileSync(path, 'utf8'), path, command) ?? '')),
    openPager: world.pager && (async () => world.pager),
    prompts:
      world.answer === undefined && world.answers === undefined ? undefined : createAnswers(world, stderr.stream.write),
    openFullScreen: undefined,
    withDefaultSignals: work => work(),
    addExitMessage: () => () => {},
    signal: world.signal ?? new AbortController().signal,
    platform: 'test',
    pid: 1,
    killProcess: () => {},
    spawnSelf: world.spawnSelf ?? (async () => ({exitCode: 1, stdout: '', stderr: ''})),
    createNonce: () => (countNonces++).toString(16).padStart(8, '0'),
  };
  return {context, readStdout: stdout.read, readStderr: stderr.read};
}

/** Runs a command line in this process. */
export async function bizctl(line: string | readonly string[], world: World = {}): Promise<Outcome> {
  const {context, readStdout, readStderr} = createStage(world);
  const exitCode = await run(typeof line === 'string' ? splitWords(line) : line, context);
  return {exitCode, stdout: readStdout(), stderr: readStderr()};
}
