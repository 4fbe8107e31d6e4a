import {writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {builds, createHome, start} from '../harness/built-program.js';
import {createFieldServer} from '../harness/field-server.js';

const home = createHome();
afterAll(() => home.remove());

test.each(builds)(
  'one of several applies at once works, the others end with 10, on %s (row 155)',
  async (name, program) => {
    // The first create is answered only once the other processes have ended, so that all of them meet.
    const ended = Promise.withResolvers<void>();
    const fields = createFieldServer(() => ended.promise);
    const server = createServer(fields.answer);
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const file = join(home.path, 'race.yaml');
    writeFileSync(
      file,
      'custom_fields: [{name: a, label: A, type: {discriminator: SIMPLE, primitive_type: DECIMAL}}]\n',
    );
    const env = {
      ...home.env,
      BIZCTL_BASE_URL: `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
      BIZCTL_TOKEN: 'x',
    };
    const [command, ...words] = program;
    const racing = Array.from(
      {length: 6},
      () => start(command, [...words, 'fields', 'apply', '-f', file, '--yes', '--quiet'], {env}).ended,
    );
    let lost = 0;
    const countEnds = async (each: (typeof racing)[number]) => {
      const outcome = await each;
      lost += 1;
      if (lost === racing.length - 1) ended.resolve();
      return outcome;
    };
    const outcomes = await Promise.all(racing.map(countEnds));
    server.close();
    expect(outcomes.map(({exitCode}) => exitCode).toSorted((a, b) => a - b)).toEqual([0, 10, 10, 10, 10, 10]);
    expect(fields.posted).toEqual(['a']);
    for (const {exitCode, stderr} of outcomes)
      expect(stderr).toMatch(
        exitCode === 0
          ? /^$/
          : /^error: another command that writes to this tenant is running(?: \(process \d+\))?\nhint: Wait for it to finish, or answer its question at its terminal\.\n$/,
      );
  },
);
