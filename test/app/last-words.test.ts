import {expect, test} from 'vitest';
import {InterruptedError} from '../../src/base/errors.js';
import {createRedaction} from '../../src/base/redaction.js';
import {executeWrites} from '../../src/commands/fields/write/execute-writes.js';
import {createReporter} from '../../src/output/create-reporter.js';
import {createStage} from '../harness/run-bizctl.js';

/** What a second signal makes of four writes, interrupted during one of them. */
async function quit(last: number, exitCode: number, isMachine = false) {
  const {context} = createStage();
  const interruption = new AbortController();
  const words: (() => string)[] = [];
  const reporter = createReporter({
    stderr: context.io.stderr,
    isMachine,
    isQuiet: false,
    isVerbose: false,
    secrets: createRedaction(),
  }).named('cust-1');
  const writing = executeWrites(
    {
      io: context.io,
      reporter,
      signal: interruption.signal,
      addExitMessage: describe => {
        words.push(describe);
        return () => words.splice(0);
      },
    },
    {
      noun: 'changes',
      verb: 'applied',
      inputs: [0, 1, 2, 3],
      concurrency: 1,
      nameOf: String,
      hintOnQuit: suggest => `To resume, run: ${suggest('fields', 'apply', '--resume', 'RUN')}`,
      write: async input => {
        if (input === last) interruption.abort(new InterruptedError(exitCode));
        return {row: input};
      },
      show: async pages => {
        await Array.fromAsync(pages);
      },
    },
  );
  await expect(writing).rejects.toMatchObject({exitCode});
  return words.map(describe => describe());
}

test.each([
  ['after the write in flight has ended', 1, 'interrupted; succeeded: 2, failed: 0, not tried: 2'],
  ['when all writes had ended', 3, 'interrupted; succeeded: 4, failed: 0, not tried: 0'],
  ['after SIGTERM', 2, 'terminated; succeeded: 3, failed: 0, not tried: 1', 143],
])(
  'a second signal %s says what was done and how to go on (rows 37, 38)',
  async (_when, last, said, exitCode = 130) => {
    const hint = 'To resume, run: bizctl fields apply --resume RUN';
    expect(await quit(last, exitCode)).toEqual([`error: cust-1: ${said}\nhint: ${hint}`]);
    const [json = ''] = await quit(last, exitCode, true);
    expect(JSON.parse(json).error).toMatchObject({code: 'interrupted', message: `cust-1: ${said}`, hint});
  },
);
