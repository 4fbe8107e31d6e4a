import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {brokenJson} from '../harness/broken-json.js';
import {builds, createHome, start} from '../harness/built-program.js';

describe.each(builds)('on %s', (_name, [command, ...first]) => {
  const home = createHome();
  const fileOf = (index: number) => join(home.path, `${index}.json`);
  beforeAll(() => {
    for (const [index, [, text]] of brokenJson.entries()) writeFileSync(fileOf(index), text);
  });
  afterAll(home.remove);

  test('row 146: every kind of syntax error in a JSON file is named with its line and column', async () => {
    const args = ['fields', 'create', '--base-url', 'http://127.0.0.1:1', '--file'];
    const outcomes = brokenJson.map(
      (_row, index) => start(command, [...first, ...args, fileOf(index)], {env: home.env}).ended,
    );
    expect(await Promise.all(outcomes)).toEqual(
      brokenJson.map(([, , problem], index) => ({
        exitCode: 2,
        stdout: '',
        stderr: `error: ${fileOf(index)}:${problem}\n`,
      })),
    );
  });
});
