import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field} from '../../harness/tenant.js';

test.each([
  [
    'fields update cf_a --file x.json',
    '{}',
    'nothing to update in x.json',
    'The file must contain the members to change.',
  ],
  ['fields update cf_a --file -', '[]', 'stdin contains no fields', 'Use one object.'],
  ['fields create --file -', '[]', 'stdin contains no fields', 'Use one object, a list, or one object per line.'],
  [
    'fields create --file x.json',
    '[]',
    'x.json contains no fields',
    'Use one object, a list, or one object per line; a *.csv file has one field per row.',
  ],
])('%s refuses %s and sends nothing', async (line, text, message, hint) => {
  const tenant = createTenant([field('a')]);
  expect(await bizctl(line, {tenant, stdin: text, files: {'x.json': text}})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${message}\nhint: ${hint}\n`,
  });
  expect(tenant.requests).toEqual([]);
});

test('a name that the input has twice is refused at the place of the second', async () => {
  const tenant = createTenant();
  const twice = '{"name": "x", "type": null}\n{"name": "X", "type": null}\n';
  expect(await bizctl('fields create --file -', {tenant, stdin: twice})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'error: stdin:2: the name "X" appears 2 times in the input (the spellings differ only in case)\nhint: Remove one, or use --if-exists allow.\n',
  });
});

test('text after the first object of a line is refused where it stands', async () => {
  const stdin = '{"name": "a"} x\n{"name": "b"}\n';
  expect((await bizctl('fields create --file -', {tenant: createTenant(), stdin})).stderr).toContain(
    'error: stdin:1:15: not valid JSON: unexpected text after the value\n',
  );
});
