import {fstatSync} from 'node:fs';
import type {Context} from './base/context.js';
import {UsageError} from './base/errors.js';
import {isOn} from './base/is-on.js';
import {readEarlyOptions} from './cli/early-options.js';
import {run} from './cli/run.js';
import {hasBrokenArguments} from './system/broken-arguments.js';
import {openBunStdout} from './system/bun-stdout.js';
import {createUserFiles} from './system/files/user-files.js';
import {writeAll} from './system/files/write-all.js';
import {createFullScreenTerminal} from './system/full-screen-terminal.js';
import {isFile} from './system/is-file.js';
import {isTerminal} from './system/is-terminal.js';
import {findLocalZone} from './system/local-zone.js';
import {openMessages, openOutput} from './system/open-output.js';
import {openPrompts} from './system/prompts/open-prompts.js';
import {readStdin} from './system/read-stdin.js';
import {listenForSignals} from './system/signals.js';
import {timing} from './system/timing.js';
import {createTransport} from './system/transport/create-transport.js';

/*
 * Turns the process into a Context: its streams, clock and signals. Outside system/, no other file touches `process`.
 */

const argv = process.argv.slice(2);
const {env, versions} = process;
/** Set in a standalone executable, which runs on Bun. */
const bun = versions['bun'];
const runtime = bun === undefined ? `Node ${versions.node}` : `Bun ${bun}`;

const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
// Windows sets no locale variables, and its terminals support Unicode.
const hasUnicode = process.platform === 'win32' || /utf-?8/i.test(locale);
/** Screen readers read lines as they are written and would repeat redrawn ones. */
const isAccessible = isOn(env['ACCESSIBLE']);
const isDumb = env['TERM'] === 'dumb' || isAccessible;

/** The log of a CI job is read later, even if the job has a terminal. */
const isLog = isOn(env['CI']);

const early = readEarlyOptions(argv, env);

/** Opened on first read, because an open stdin keeps the process alive. */
let stdin: NodeJS.ReadStream | undefined;

const {programs, signal, withDefaultSignals, holdScreen, addExitMessage, endBySignal} = listenForSignals(env, () =>
  stdin?.resume(),
);

// Prompts, and the programs that bizctl starts, decide by the environment.
if (!early.color) env['NO_COLOR'] = '1';
// Node would warn that it ignores NO_COLOR.
if (env['NO_COLOR']) delete env['FORCE_COLOR'];

const outputSettings = {
  hasColor: !env['NO_COLOR'] && env['TERM'] !== 'dumb' && !isLog,
  hasUnicode,
  canRedraw: !isDumb && !early.isVerbose && !isLog,
  onContinued: (listener: () => void) => {
    process.on('SIGCONT', listener);
    return () => process.off('SIGCONT', listener);
  },
  signal,
};

let wasFullScreen = false;

function openStdin(): NodeJS.ReadStream {
  stdin = process.stdin;
  return stdin;
}

/** True once a read was abandoned that would keep even `process.exit` waiting. */
let isStuck = false;

const transport = createTransport(bun !== undefined);

const context: Context = {
  io: {
    stdin: {
      isTerminal: isTerminal(0),
      read: () => {
        // Node reads a directory as an empty file.
        if (fstatSync(0).isDirectory())
          throw new UsageError('cannot read stdin: it is a directory', 'Pipe the input in, or pass a file name.');
        const input = openStdin();
        signal.addEventListener('abort', () => input.destroy(), {once: true});
        return readStdin(input);
      },
    },
    stdout: openOutput(
      {
        isTerminal: isTerminal(1),
        isFile: isFile(1),
        open: () => process.stdout,
        // Node's stream loses the rest of a write that a full disk accepts only in part (row 97).
        write: isTerminal(1)
          ? undefined
          : (openBunStdout() ?? (isFile(1) ? async piece => writeAll(1, piece) : undefined)),
      },
      outputSettings,
    ),
    stderr: openMessages({isTerminal: isTerminal(2), isFile: isFile(2), open: () => process.stderr}, outputSettings),
  },
  env,
  hasBrokenArguments,
  files: createUserFiles(signal, () => {
    isStuck = true;
  }),
  fetch: transport.fetch,
  now: () => new Date(),
  zone: () => findLocalZone(env['TZ']),
  directories: async () => (await import('./system/files/find-directories.js')).findDirectories(env),
  uid: process.getuid?.(),
  timing,
  openPager: isTerminal(1) && outputSettings.canRedraw ? programs.openPager : undefined,
  openEditor: isTerminal(0) && isTerminal(1) ? programs.openEditor : undefined,
  openFullScreen:
    isTerminal(0) && isTerminal(1) && outputSettings.canRedraw
      ? () => {
          wasFullScreen = true;
          return createFullScreenTerminal({input: openStdin(), hasUnicode, holdScreen});
        }
      : undefined,
  prompts:
    isTerminal(0) && isTerminal(2) && !isLog
      ? openPrompts(
          {openInput: openStdin, output: process.stderr, signal, onContinued: outputSettings.onContinued},
          !isDumb && hasUnicode,
        )
      : undefined,
  withDefaultSignals,
  addExitMessage,
  signal,
  platform: `${runtime}; ${process.platform}`,
  pid: process.pid,
  killProcess: () => process.kill(process.pid, 'SIGKILL'),
  spawnSelf: async (args, overrides) => {
    const {spawnProcess} = await import('./system/spawn-process.js');
    // A standalone executable has no script.
    const script = bun === undefined ? [...process.execArgv, process.argv[1] ?? ''] : [];
    return spawnProcess(process.execPath, [...script, ...args], {...env, ...overrides});
  },
  createNonce: () => Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString('hex'),
};

/** Hides the warning that node:sqlite is experimental in older Node versions. */
function silenceExperimentalWarnings(): void {
  process.removeAllListeners('warning');
  process.on('warning', warning => {
    if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.name}: ${warning.message}\n`);
  });
}

async function main(): Promise<void> {
  silenceExperimentalWarnings();
  // bizctl has to read its own files again, whatever umask it is given.
  process.umask(process.umask(0o77) & 0o77);
  process.exitCode = await run(argv, context);
  stdin?.destroy();
  await transport.close();
  if (isStuck) endBySignal();
  // All output is written. Without this, an abandoned request, or Bun still reading a terminal that was in raw mode,
  // would keep the process alive.
  if (signal.aborted || wasFullScreen) process.exit();
}

// Not awaited: modules imported later import from this bundled file, and would wait for it to finish.
void main();
