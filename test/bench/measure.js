import {spawn, spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {spawn as spawnPty} from '@lydell/node-pty';

/** How often memory is sampled. */
const lookMs = 1;

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** @param {string} command */
export function isInstalled(command) {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

/**
 * Runs a shell line and resolves to its wall time in milliseconds.
 *
 * @param {string} line
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export function time(line, env) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn('sh', ['-c', line.includes('|') ? line : `exec ${line}`], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let talk = '';
    child.stderr.on('data', chunk => {
      talk += chunk;
    });
    child.on('close', code => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`${line} ended with ${code}: ${talk.slice(0, 400)}`));
    });
  });
}

/**
 * Like `time`, at a terminal of 120 columns.
 *
 * @param {string} line
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export function timeAtTerminal(line, env) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const set = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    const pty = spawnPty('sh', ['-c', `exec ${line}`], {
      cols: 120,
      rows: 50,
      env: {...Object.fromEntries(set), TERM: 'xterm-256color'},
    });
    pty.onData(() => {});
    pty.onExit(({exitCode}) => {
      if (exitCode === 0) resolve(performance.now() - started);
      else reject(new Error(`${line} ended with ${exitCode}`));
    });
  });
}

/**
 * The peak memory of a program in MiB, sampled while it runs (Linux only).
 *
 * @param {string} line
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export function measurePeak(line, env) {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', `exec ${line}`], {env, stdio: ['ignore', 'ignore', 'inherit']});
    let peak = 0;
    const look = setInterval(() => {
      peak = Math.max(peak, readPeak(child.pid));
    }, lookMs);
    child.on('close', code => {
      clearInterval(look);
      if (code === 0) resolve(peak / 1024);
      else reject(new Error(`${line} ended with ${code}`));
    });
  });
}

/** @param {number | undefined} pid */
function readPeak(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch (error) {
    // It has ended.
    if (error instanceof Error && 'code' in error) return 0;
    throw error;
  }
}
