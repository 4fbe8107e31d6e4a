import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {builds, createHome, start} from '../harness/built-program.js';

const home = createHome();
const shared = mkdtempSync(join(tmpdir(), 'bizctl-shared-'));
afterAll(() => {
  home.remove();
  rmSync(shared, {recursive: true, force: true});
});

test.each(builds)(
  '%s keeps no compiled code in the shared temporary directory, and runs none from there (row 163)',
  async (_name, [command, ...first]) => {
    const env = {...home.env, TMPDIR: shared, TMP: shared, TEMP: shared};
    const {exitCode} = await start(command, [...first, 'fields', 'list', '--sandbox', ':memory:', '--json'], {env})
      .ended;
    expect({exitCode, entries: readdirSync(shared)}).toEqual({exitCode: 0, entries: []});
  },
);
