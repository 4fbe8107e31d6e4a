import {expect, test} from 'vitest';
import {bizctl} from '../harness/run-bizctl.js';
import {createTenant} from '../harness/tenant.js';

test.each([
  [
    'a: b: c',
    '1:4: unexpected second ": " on this line',
    'Put a value that contains ": " in quotes, or correct the indentation.',
  ],
  [
    'x:\n  - a: 1\n    b: 2\n   - c: 1',
    '4:4: the dashes of this list are not aligned',
    'Fix the indentation, and check that brackets are closed.',
  ],
  [
    'x:\n    - a: 1\n  - b: 1',
    '3:1: a list in place of a key',
    'Put a value that contains ": " in quotes, or correct the indentation.',
  ],
  [
    'x: [1',
    '2:1: the list in brackets is not closed, or its ] is not indented',
    'Fix the indentation, and check that brackets are closed.',
  ],
  [
    'x:\n  - "a"\n  - "open\n    y: 1',
    '3:5: a quoted value is not closed',
    'Check that quotes and brackets are closed, and that each key is followed by ": ".',
  ],
  ['x:\n\t- a', '2:1: tabs cannot be used for indentation', 'Indent with spaces.'],
])('names what is wrong with the YAML %j', async (text, problem, hint) => {
  const files = {'f.yaml': `${text}\n`};
  expect(await bizctl('fields plan -f f.yaml', {tenant: createTenant(), files})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: f.yaml:${problem}\nhint: ${hint}\n`,
  });
});
