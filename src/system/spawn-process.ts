import {spawn} from 'node:child_process';

/** How a program ended; `exitCode` is `undefined` when it was killed. */
export interface ProcessResult {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program without stdin, until it exits. */
export function spawnProcess(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {env, stdio: ['ignore', 'pipe', 'pipe']});
    const texts = {stdout: '', stderr: ''};
    child.stdout.on('data', chunk => {
      texts.stdout += String(chunk);
    });
    child.stderr.on('data', chunk => {
      texts.stderr += String(chunk);
    });
    child.on('error', reject);
    child.on('close', code => resolve({exitCode: code ?? undefined, ...texts}));
  });
}
