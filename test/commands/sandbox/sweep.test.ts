import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';

test('refuses to run without a fields file, or with one on stdin', async () => {
  expect(await bizctl('sandbox sweep')).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: missing --file
    hint: Run: bizctl sandbox sweep --help
    ",
      "stdout": "",
    }
  `);
  expect(await bizctl('sandbox sweep -f -', {stdin: 'custom_fields: []'})).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: sandbox sweep cannot read from stdin, because it reads the files once per case
    hint: Pass a file name.
    ",
      "stdout": "",
    }
  `);
});

test.each([
  ['reset --yes --profile acme', 'sandbox reset does not use --profile', '--profile'],
  ['sweep -f f.yaml --base-url https://acme.example', 'sandbox sweep does not use --base-url', '--base-url'],
])('refuses %s, which would be ignored', async (line, message, option) => {
  expect(await bizctl(`sandbox ${line}`)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${message}\nhint: Run the command without ${option}.\n`,
  });
});
