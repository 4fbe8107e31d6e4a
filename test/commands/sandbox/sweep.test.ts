import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';

test('refuses to run without a fields file, or with one on stdin', async () => {
  expect(await bizctl('sandbox sweep')).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: required option '-f, --file <path>' not specified
    hint: See the options with --help.
    ",
      "stdout": "",
    }
  `);
  expect(await bizctl('sandbox sweep -f -', {stdin: 'custom_fields: []'})).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: a sweep reads its files many times over, and stdin just once
    hint: Name a file.
    ",
      "stdout": "",
    }
  `);
});
