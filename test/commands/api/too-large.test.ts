import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';

test.each([1_100_000, 4_000_000])('a body of %i bytes is refused by the embedded sandbox (row 119)', async size => {
  const stdin = JSON.stringify({name: 'x'.repeat(size)});
  expect(await bizctl('api POST v2/customFields --input - --sandbox :memory:', {stdin})).toMatchObject({
    exitCode: 5,
    stderr: 'error: HTTP 413: The body exceeds 1048576 bytes (POST /v2/customFields)\n',
  });
});
