import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {createHome, runBuilt} from '../harness/built-program.js';

const home = createHome();
afterAll(home.remove);

test('an apply converges with every fault at every request, and when killed at each write', async () => {
  const file = join(home.path, 'fields.yaml');
  writeFileSync(
    file,
    'custom_fields: [{name: priority, label: Urgency}, {name: swept, label: S, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  );
  const {exitCode, stdout, stderr} = await runBuilt(['sandbox', 'sweep', '-f', file, '--output', 'ndjson'], {
    env: home.env,
  });
  const rows = stdout.split('\n').filter(Boolean);
  const totals = rows.map(row => JSON.parse(row)).map(({cases, first_try, resumed}) => [cases, first_try + resumed]);
  expect({exitCode, stderr, totals}).toEqual({exitCode: 0, stderr: '', totals: Array.from({length: 8}, () => [4, 4])});
  // A killed run finishes only with --resume.
  expect(rows.filter(row => row.includes('kill')).map(row => JSON.parse(row).resumed)).toEqual([4, 4]);
}, 120_000);
