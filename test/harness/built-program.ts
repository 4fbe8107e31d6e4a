import {type ChildProcess, spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Outcome} from './run-bizctl.js';

export const launcher = join(import.meta.dirname, '../../bin/bizctl.js');

const modules = join(import.meta.dirname, '../../node_modules');
/** The oldest supported Node, the current one and the newest. */
const nodes: readonly (readonly [string, string])[] = [
  ['22.13', join(modules, 'node22/bin/node')],
  ['24', join(modules, 'node/bin/node')],
  ['26', join(modules, 'node26/bin/node')],
];

const executable = join(import.meta.dirname, `../../dist/standalone/bizctl-linux-${process.arch}`);

/** The builds that ship and how to start them: on each Node, and as an executable on Linux. */
export const builds: readonly (readonly [string, readonly [string, ...string[]]])[] = [
  ...nodes.map(([version, node]) => [`Node ${version}`, [node, launcher]] as const),
  ...(process.platform === 'linux' ? [['the executable', [executable]] as const] : []),
];

/** An environment without the developer's settings, with a temporary home. */
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

/** Starts a program with pipes; stdin is empty unless given. */
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

/** Resolves to the first line of stdout. */
export async function firstLine({child, stdout}: Started): Promise<string> {
  for (;;) {
    const [line, rest] = stdout().split('\n');
    if (line !== undefined && rest !== undefined) return line;
    await new Promise(resolve => child.stdout?.once('data', resolve));
  }
}
