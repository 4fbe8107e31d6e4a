import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {builds, createHome, launcher, start} from '../harness/built-program.js';
import {openServer} from '../harness/local-server.js';

const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0x00, 0x80, 0x0d, 0x0a, 0xef, 0xbb, 0xbf]);

test.each(builds)('a download is written unchanged, with %s', async (_build, words) => {
  await using server = await openServer((_request, response) => {
    response.setHeader('content-type', 'application/pdf').end(bytes);
  });
  const home = createHome();
  const file = join(home.path, 'download');
  const env = {...home.env, BIZCTL_BASE_URL: `http://127.0.0.1:${server.port}`, BIZCTL_TOKEN: 'tok_1234567890'};
  const {ended} = start('/bin/sh', ['-c', '"$@" > "$0"', file, ...words, 'api', 'GET', 'v2/files/1'], {env});
  expect(await ended).toEqual({exitCode: 0, stdout: '', stderr: ''});
  expect(readFileSync(file)).toEqual(bytes);
  home.remove();
});

test('a long text keeps its characters where it is written in parts', async () => {
  const text = '\u{1f600}'.repeat(600_000);
  await using server = await openServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({text}));
  });
  const home = createHome();
  const file = join(home.path, 'text');
  const env = {...home.env, BIZCTL_BASE_URL: `http://127.0.0.1:${server.port}`, BIZCTL_TOKEN: 'tok_1234567890'};
  const line = `"${process.execPath}" "${launcher}" api GET v2/x --jq .text > "$0"`;
  expect((await start('/bin/sh', ['-c', line, file], {env}).ended).exitCode).toBe(0);
  expect(readFileSync(file, 'utf8') === `"${text}"\n`).toBe(true);
  home.remove();
});
