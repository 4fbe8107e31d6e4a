import {spawn, spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {spawn as spawnPty} from '@lydell/node-pty';

/** How often to sample memory. */
const sampleMs = 1;

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
    let messages = '';
    child.stderr.on('data', chunk => {
      messages += chunk;
    });
    child.on('close', code => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`${line} ended with ${code}: ${messages.slice(0, 400)}`));
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
    const sampler = setInterval(() => {
      peak = Math.max(peak, readPeak(child.pid));
    }, sampleMs);
    child.on('close', code => {
      clearInterval(sampler);
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
    // The process has exited.
    if (error instanceof Error && 'code' in error) return 0;
    throw error;
  }
}
