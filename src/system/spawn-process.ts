import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';

/** How a program ended; `exitCode` is `undefined` when it was killed. */
export interface ProcessResult {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program without stdin, until it exits. */
export async function spawnProcess(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<ProcessResult> {
  const child = spawn(command, args, {env, stdio: ['ignore', 'pipe', 'pipe']});
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return {exitCode: child.exitCode ?? undefined, stdout, stderr};
}
