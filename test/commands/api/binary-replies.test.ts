import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering} from '../../harness/tenant.js';

const bytes = new Uint8Array([0x22, 0xff, 0x22]);
const download = answering(bytes, {type: 'application/pdf'});

test('a body that is not text stays out of the terminal, and the command says so', async () => {
  expect(await bizctl('api GET v2/files/1', {tenant: download, terminal: 80})).toEqual({
    exitCode: 11,
    stdout: '',
    stderr: expect.stringMatching(
      /HTTP 200, but the body is not text, so it was not printed \(GET \/v2\/files\/1\)\n.*To keep it, redirect the output to a file\.\n$/,
    ),
  });
  expect(await bizctl('api GET v2/files/1', {tenant: download})).toMatchObject({exitCode: 0, stderr: ''});
});

test('does not accept JSON in another encoding (rows 49, 51)', async () => {
  expect(await bizctl('api GET v2/any --output csv', {tenant: download})).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('"message":"the body is not valid UTF-8 (GET /v2/any)"'),
  });
  expect(await bizctl('api POST v2/any', {tenant: answering(bytes)})).toMatchObject({
    exitCode: 7,
    stderr:
      'error: HTTP 200, but the body is not valid UTF-8 (POST /v2/any)\n' +
      'hint: Check the result before you try again. The reply is printed as received.\n',
  });
  const [mark, text] = ['\ufeff', '{"a":1}'];
  expect(await bizctl('api GET v2/any', {tenant: answering(`${mark}${text}`)})).toEqual({
    exitCode: 0,
    stdout: `${text}\n`,
    stderr: '',
  });
});
