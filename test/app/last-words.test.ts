import {expect, test} from 'vitest';
import {executeWrites} from '../../src/app/execute-writes.js';
import {InterruptedError} from '../../src/base/errors.js';
import {createRedaction} from '../../src/base/redaction.js';
import {createReporter} from '../../src/output/create-reporter.js';
import {createStage} from '../harness/run-bizctl.js';

test.each([
  ['after the write in flight has ended', 1, 'error: interrupted; succeeded: 2, failed: 0, not tried: 2'],
  ['when all writes had ended', 3, 'error: interrupted; succeeded: 4, failed: 0, not tried: 0'],
  ['after SIGTERM', 2, 'error: terminated; succeeded: 3, failed: 0, not tried: 1', 143],
])(
  'a second signal %s says what was done and how to go on (rows 37, 38)',
  async (_when, last, said, exitCode = 130) => {
    const {context} = createStage();
    const {stderr} = context.io;
    const interruption = new AbortController();
    const words: (() => string)[] = [];
    const reporter = createReporter({
      stderr,
      isMachine: false,
      isQuiet: false,
      isVerbose: false,
      secrets: createRedaction(),
    });
    const writing = executeWrites(
      {
        io: context.io,
        options: {},
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
    expect(words.map(describe => describe())).toEqual([
      `${said}\nhint: To resume, run: bizctl fields apply --resume RUN`,
    ]);
  },
);
