import {type ChildProcess, spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Outcome} from './run-bizctl.js';

export const launcher = join(import.meta.dirname, '../../bin/bizctl.js');

const modules = join(import.meta.dirname, '../../node_modules');
/** The Node versions that bizctl is for: the oldest one, the one in use, the newest one. */
export const nodes: readonly (readonly [string, string])[] = [
  ['22.13', join(modules, 'node22/bin/node')],
  ['24', join(modules, 'node/bin/node')],
  ['26', join(modules, 'node26/bin/node')],
];

const executable = join(import.meta.dirname, `../../dist/standalone/bizctl-linux-${process.arch}`);

/** What is delivered, and how it is started: on each of these versions, and as an executable of its own where that runs. */
export const builds: readonly (readonly [string, readonly [string, ...string[]]])[] = [
  ...nodes.map(([version, node]) => [`Node ${version}`, [node, launcher]] as const),
  ...(process.platform === 'linux' ? [['the executable', [executable]] as const] : []),
];

/** An environment without anything of the developer's own; state goes into a folder that is thrown away. */
export function createHome(): {readonly env: NodeJS.ProcessEnv; readonly path: string; readonly remove: () => void} {
  const path = mkdtempSync(join(tmpdir(), 'bizctl-test-'));
  const env = {
    PATH: process.env['PATH'],
    HOME: path,
    XDG_DATA_HOME: join(path, 'data'),
    XDG_CONFIG_HOME: join(path, 'config'),
    XDG_CACHE_HOME: join(path, 'cache'),
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
  };
  return {env, path, remove: () => rmSync(path, {recursive: true, force: true})};
}

export interface Started {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly ended: Promise<Outcome>;
}

/** Starts a program with pipes; stdin is closed unless there is something to read. */
export function start(
  command: string,
  args: readonly string[],
  {env, stdin}: {env: NodeJS.ProcessEnv; stdin?: string},
): Started {
  const child = spawn(command, args, {env, stdio: ['pipe', 'pipe', 'pipe']});
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', chunk => {
    stdout += String(chunk);
  });
  child.stderr.on('data', chunk => {
    stderr += String(chunk);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin ?? '');
  const ended = new Promise<Outcome>(resolve => {
    child.on('close', (code, signal) => resolve({exitCode: code ?? (signal === null ? -1 : 128), stdout, stderr}));
  });
  return {child, stdout: () => stdout, ended};
}

/** Runs the built program to its end. */
export function runBuilt(args: readonly string[], options: {env: NodeJS.ProcessEnv; stdin?: string}): Promise<Outcome> {
  return start(process.execPath, [launcher, ...args], options).ended;
}

/** Resolves when the program has written a whole line to stdout. */
export async function firstLine({child, stdout}: Started): Promise<string> {
  for (;;) {
    const [line, rest] = stdout().split('\n');
    if (line !== undefined && rest !== undefined) return line;
    await new Promise(resolve => child.stdout?.once('data', resolve));
  }
}
