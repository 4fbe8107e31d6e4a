import {spawn, spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

/** How often the peak of memory is looked at. */
const lookMs = 5;

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
 * Runs a line of the shell, and gives its wall time in milliseconds.
 *
 * @param {string} line
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export function time(line, env) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn('sh', ['-c', line], {env, stdio: ['ignore', 'ignore', 'pipe']});
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

/**
 * The most memory that a program has had, in KiB (Linux only).
 *
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export function measurePeak([program = '', ...args], env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {env, stdio: ['ignore', 'ignore', 'inherit']});
    let peak = 0;
    const look = setInterval(() => {
      peak = Math.max(peak, readPeak(child.pid));
    }, lookMs);
    child.on('close', code => {
      clearInterval(look);
      if (code === 0) resolve(peak);
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}`));
    });
  });
}
