import {fstatSync, statSync} from 'node:fs';
import type {Context, Prompts} from './base/context.js';
import {BrokenPipeError, InterruptedError, systemCode, UsageError} from './base/errors.js';
import {run} from './cli/run.js';
import {openBunStdout} from './system/bun-stdout.js';
import {findDirectories} from './system/files/find-directories.js';
import {createUserFiles} from './system/files/user-files.js';
import {openMessages, openOutput} from './system/open-output.js';
import {createTerminalPrograms} from './system/terminal-programs.js';
import {createTransport} from './system/transport/create-transport.js';

/*
 * The one edge: the process, its streams, its clock and its signals become a Context, the exit code becomes the process's.
 */

const argv = process.argv.slice(2);
const {versions} = process;
/** The version of Bun, in an executable of its own. */
const bun = versions['bun'];
/** For Bun a copy: what it must not see is taken away from its own. */
const env = bun === undefined ? process.env : {...process.env};
const runtime = bun === undefined ? `Node ${versions.node}` : `Bun ${bun}`;

/** What the locale says; Windows has none, and its terminals know Unicode. */
const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
const hasUnicode = process.platform === 'win32' || /utf-?8/i.test(locale);
const isDumb = env['TERM'] === 'dumb';

const outputSettings = {
  hasColor: !env['NO_COLOR'] && !isDumb && !argv.includes('--no-color'),
  hasUnicode,
  canRedraw: !isDumb && !argv.includes('--verbose'),
  onContinued: (listener: () => void) => {
    process.on('SIGCONT', listener);
    return () => process.off('SIGCONT', listener);
  },
};

/** A pipe, a file, what is closed and the null device are no terminals: that much is known without loading what knows terminals. */
function mayBeTerminal(fd: number): boolean {
  if (process.platform === 'win32') return true;
  try {
    const stats = fstatSync(fd);
    return stats.isCharacterDevice() && stats.rdev !== statSync('/dev/null').rdev;
  } catch (error) {
    // A closed one, or a system without that device.
    return systemCode(error) !== 'EBADF';
  }
}

function isTerminal(fd: number): boolean {
  return mayBeTerminal(fd) && process.getBuiltinModule('node:tty').isatty(fd);
}

const interruption = new AbortController();
const lastPatienceMs = 4000;
/** Who leaves the pager has seen enough: nothing more is asked for. */
const programs = createTerminalPrograms(env, problem => interruption.abort(problem ?? new BrokenPipeError()));

/** What cannot be aborted, such as opening a pipe that nobody writes to, holds a process that exits; a signal that nobody listens to ends it. */
function endAnyway(exitCode: number): void {
  const signal = exitCode === 130 ? 'SIGINT' : exitCode === 129 ? 'SIGHUP' : 'SIGTERM';
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function stop(exitCode: number): void {
  if (exitCode === 130 && programs.isAnyRunning()) return;
  programs.end();
  if (interruption.signal.aborted) {
    if (isTerminal(2)) process.stderr.write(showCursor);
    process.exit(exitCode);
  }
  interruption.abort(new InterruptedError(exitCode));
  setTimeout(() => endAnyway(exitCode), lastPatienceMs).unref();
}

const interrupt = () => stop(130);
const terminate = () => stop(143);

/** Without a listener a signal does what it does to any program, also while no listener could be called. */
function block<Value>(work: () => Value): Value {
  process.off('SIGINT', interrupt).off('SIGTERM', terminate);
  try {
    return work();
  } finally {
    process.on('SIGINT', interrupt).on('SIGTERM', terminate);
  }
}

function listenForSignals(): void {
  process.on('SIGINT', interrupt).on('SIGTERM', terminate);
  process.on('SIGHUP', () => stop(129));
  if (process.platform === 'win32') return;
  // A stopped program leaves the cursor to the shell; a prompt goes on reading when it is continued.
  process.on('SIGTSTP', () => {
    if (isTerminal(2)) process.stderr.write(showCursor);
    process.kill(process.pid, 'SIGSTOP');
  });
  process.on('SIGCONT', () => setImmediate(() => stdin?.resume()));
}

const showCursor = '\u001b[?25h';

async function openPrompts(): Promise<Prompts> {
  // Serial consoles have no size.
  process.stderr.columns ||= 80;
  const place = {openInput: readStdin, output: process.stderr, signal: interruption.signal};
  if (isDumb || !hasUnicode) return (await import('./system/prompts/line-prompts.js')).createLinePrompts(place);
  return (await import('./system/prompts/prompts.js')).createPrompts(place);
}

/** What asks is loaded when something is asked. */
const prompts: Prompts = {
  confirm: async (question, things) => (await openPrompts()).confirm(question, things),
  ask: async (question, check) => (await openPrompts()).ask(question, check),
  askSecret: async question => (await openPrompts()).askSecret(question),
  choose: async (question, choices) => (await openPrompts()).choose(question, choices),
};

/** SQLite is no longer experimental in later versions; what it does here is the same in all of them. */
function silenceExperimentalWarnings(): void {
  process.removeAllListeners('warning');
  process.on('warning', warning => {
    if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.name}: ${warning.message}\n`);
  });
}

/** Opened only when it is read: an open stdin keeps the process. */
let stdin: NodeJS.ReadStream | undefined;

function readStdin(): NodeJS.ReadStream {
  stdin = process.stdin;
  return stdin;
}

const transport = createTransport(bun !== undefined);

/** What may be passed on between two collections: a few pages of a list. */
const bytesBetween = 1_000_000;
let passedOn = 0;

/** Keeps a long list from filling the memory. */
async function countPassedOn(bytes: number): Promise<void> {
  passedOn += bytes;
  if (passedOn < bytesBetween) return;
  passedOn = 0;
  const {collectGarbage} = await import('./system/collect-garbage.js');
  collectGarbage();
}

const context: Context = {
  io: {
    stdin: {
      isTerminal: isTerminal(0),
      read: () => {
        // Node reads a directory as if it were empty.
        if (fstatSync(0).isDirectory())
          throw new UsageError('cannot read stdin: it is a directory', 'Pipe the input in, or name a file.');
        const input = readStdin();
        interruption.signal.addEventListener('abort', () => input.destroy(), {once: true});
        return input;
      },
    },
    stdout: openOutput(
      {isTerminal: isTerminal(1), open: () => process.stdout, write: isTerminal(1) ? undefined : openBunStdout()},
      {...outputSettings, onPassedOn: countPassedOn},
    ),
    stderr: openMessages({isTerminal: isTerminal(2), open: () => process.stderr}, outputSettings),
  },
  env,
  files: createUserFiles(interruption.signal),
  fetch: transport.fetch,
  now: () => new Date(),
  zone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  directories: () => findDirectories(env),
  uid: process.getuid?.(),
  timing: {
    backoffMs: 300,
    pollMs: [300, 1000, 3000],
    sleep: async (milliseconds, signal) => {
      const {setTimeout: wait} = await import('node:timers/promises');
      await wait(milliseconds, undefined, {signal});
    },
  },
  openPager: isTerminal(1) && outputSettings.canRedraw && !env['CI'] ? programs.openPager : undefined,
  openEditor: isTerminal(0) && isTerminal(1) ? programs.runEditor : undefined,
  prompts: isTerminal(0) && isTerminal(2) && !env['CI'] ? prompts : undefined,
  block,
  signal: interruption.signal,
  platform: `${runtime}; ${process.platform}`,
  pid: process.pid,
  die: () => process.kill(process.pid, 'SIGKILL'),
  spawnSelf: async (args, more) => {
    const {spawnProcess} = await import('./system/run-process.js');
    // An executable of its own has no script.
    const script = bun === undefined ? [...process.execArgv, process.argv[1] ?? ''] : [];
    return spawnProcess(process.execPath, [...script, ...args], {...env, ...more});
  },
  createNonce: () => Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString('hex'),
};

async function main(): Promise<void> {
  silenceExperimentalWarnings();
  listenForSignals();
  process.exitCode = await run(argv, context);
  stdin?.destroy();
  await transport.close();
  // Everything written has left. A request that was given up must not keep the process alive.
  if (interruption.signal.aborted) process.exit();
}

// Not awaited: what is loaded meanwhile imports from the file that this is bundled into, and would wait for its end.
void main();
