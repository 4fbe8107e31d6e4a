import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';

test('refuses to run without a fields file, or with one on stdin', async () => {
  expect(await bizctl('sandbox sweep')).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: missing option --file
    hint: Run: bizctl sandbox sweep --help
    ",
      "stdout": "",
    }
  `);
  expect(await bizctl('sandbox sweep -f -', {stdin: 'custom_fields: []'})).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: sandbox sweep reads its files many times, but stdin can be read only once
    hint: Name a file.
    ",
      "stdout": "",
    }
  `);
});
