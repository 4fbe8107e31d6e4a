import {createReadStream, fstatSync} from 'node:fs';
import {addAbortSignal} from 'node:stream';
import {setTimeout as wait} from 'node:timers/promises';
import {isatty} from 'node:tty';
import type {Context, Directories, Prompts} from './context.js';
import {BrokenPipeError, InterruptedError, LocalError, messageOf, systemCode, UsageError} from './errors.js';
import type {OutputStream, Pager} from './output/stream.js';
import {run} from './run.js';

/*
 * The one edge: the process, its streams, its clock and its signals become a Context, the exit code becomes the process's.
 */

const argv = process.argv.slice(2);
const {env} = process;

/** What the locale says; Windows has none, and its terminals know Unicode. */
const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
const hasUnicode = process.platform === 'win32' || /utf-?8/i.test(locale);

function openOutput(stream: NodeJS.WriteStream & {readonly fd: number}): OutputStream {
  const isTerminal = isatty(stream.fd);
  // Errors are told by the callback of each write; without a listener Node would end the process.
  stream.on('error', () => {});
  return {
    isTerminal,
    get columns() {
      return stream.columns || 80;
    },
    get rows() {
      return stream.rows || 24;
    },
    hasColor: isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb' && !argv.includes('--no-color'),
    hasUnicode,
    canRedraw: isTerminal && env['TERM'] !== 'dumb' && !argv.includes('--verbose'),
    onResize: listener => {
      stream.on('resize', listener);
      return () => stream.off('resize', listener);
    },
    write: text =>
      text === ''
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            stream.write(text, error => (error ? reject(toOutputError(error)) : resolve()));
          }),
  };
}

function toOutputError(error: Error): Error {
  const code = systemCode(error);
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return new BrokenPipeError();
  return new LocalError(`cannot write output: ${code ?? error.message}`, {hint: 'Is the disk full?', cause: error});
}

/** Nobody can be told when stderr is gone, and the work goes on. */
function openTalk(stream: NodeJS.WriteStream & {readonly fd: number}): OutputStream {
  const output = openOutput(stream);
  return {...output, write: text => output.write(text).catch(() => undefined)};
}

/** Programs that have the terminal: Ctrl-C is for them until their user leaves them. */
let openPagers = 0;
let openEditors = 0;

async function runEditor(path: string): Promise<void> {
  const {startEditor} = await import('./start-editor.js');
  openEditors += 1;
  try {
    await startEditor(path, env);
  } finally {
    openEditors -= 1;
  }
}

async function openPager(command: string): Promise<Pager | undefined> {
  const {startPager} = await import('./start-pager.js');
  const pager = await startPager(command, env);
  if (!pager) return undefined;
  openPagers += 1;
  return {
    write: pager.write,
    close: async () => {
      await pager.close();
      openPagers -= 1;
    },
  };
}

const interruption = new AbortController();
const lastPatienceMs = 4000;

function listenForSignals(): void {
  const stop = (exitCode: number) => {
    if (openEditors > 0 && exitCode === 130) return;
    if (openPagers > 0) return interruption.abort(new InterruptedError(exitCode));
    if (interruption.signal.aborted) process.exit(exitCode);
    interruption.abort(new InterruptedError(exitCode));
    // What cannot be aborted (opening a pipe that nobody writes to) must not hold the process.
    setTimeout(() => process.exit(exitCode), lastPatienceMs).unref();
  };
  process.on('SIGINT', () => stop(130));
  process.on('SIGTERM', () => stop(143));
}

/** @throws UsageError when it cannot be opened or read */
async function* readUserFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, {signal: interruption.signal}))
      if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    interruption.signal.throwIfAborted();
    throw new UsageError(
      `cannot read ${path}: ${systemCode(error) ?? messageOf(error)}`,
      'Is the path right, and a file?',
    );
  }
}

async function openPrompts(): Promise<Prompts> {
  const {createPrompts} = await import('./prompts.js');
  return createPrompts(readStdin, process.stderr, interruption.signal);
}

/** What asks is loaded when something is asked. */
const prompts: Prompts = {
  confirm: async (question, things) => (await openPrompts()).confirm(question, things),
  ask: async (question, check) => (await openPrompts()).ask(question, check),
  askSecret: async question => (await openPrompts()).askSecret(question),
  choose: async (question, choices) => (await openPrompts()).choose(question, choices),
};

async function directories(): Promise<Directories> {
  try {
    const {default: envPaths} = await import('env-paths');
    const {data, config, cache} = envPaths('bizctl', {suffix: ''});
    return {data, config: env['BIZCTL_CONFIG_DIR'] || config, cache};
  } catch (error) {
    throw new LocalError(`there is no home directory: ${systemCode(error) ?? messageOf(error)}`, {
      hint: 'Set HOME.',
      cause: error,
    });
  }
}

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

const context: Context = {
  io: {
    stdin: {
      isTerminal: isatty(0),
      read: () => {
        // Node reads a directory as if it were empty.
        if (fstatSync(0).isDirectory())
          throw new UsageError('cannot read stdin: it is a directory', 'Pipe the input in, or name a file.');
        return addAbortSignal(interruption.signal, readStdin());
      },
    },
    stdout: openOutput(process.stdout),
    stderr: openTalk(process.stderr),
  },
  env,
  files: {read: readUserFile},
  fetch: request => fetch(request),
  now: () => new Date(),
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  directories,
  uid: process.getuid?.(),
  timing: {
    backoffMs: 300,
    settleMs: [300, 1000, 3000],
    sleep: async (milliseconds, signal) => {
      await wait(milliseconds, undefined, {signal});
    },
  },
  openPager: isatty(1) && env['TERM'] !== 'dumb' && !env['CI'] && !argv.includes('--verbose') ? openPager : undefined,
  runEditor: isatty(0) && isatty(1) ? runEditor : undefined,
  prompts: isatty(0) && isatty(2) && !env['CI'] ? prompts : undefined,
  signal: interruption.signal,
  platform: `Node ${process.versions.node}; ${process.platform}`,
  pid: process.pid,
};

silenceExperimentalWarnings();
listenForSignals();
process.exitCode = await run(argv, context);
stdin?.destroy();
