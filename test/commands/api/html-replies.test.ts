import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering} from '../../harness/tenant.js';

const page = answering('<title>Sign in</title>', {type: 'text/html; charset=utf-8'});
const hint =
  'hint: Check the base URL: a login page or a proxy may have answered. If the endpoint sends HTML, pass -H "Accept: text/html".\n';

test('prints an HTML page, but does not call it a success (row 44)', async () => {
  expect(await bizctl('api GET v2/any', {tenant: page})).toEqual({
    exitCode: 6,
    stdout: '<title>Sign in</title>',
    stderr: `error: the body is HTML, not JSON (GET /v2/any)\n${hint}`,
  });
  expect(await bizctl('api POST v2/any', {tenant: page})).toEqual({
    exitCode: 7,
    stdout: '<title>Sign in</title>',
    stderr: `error: HTTP 200, but the body is HTML, not JSON (POST /v2/any)\n${hint.replace('Check', 'Check the result before you try again. Check')}`,
  });
});

test('HTML that was asked for is a success, as are JSON and nothing that are called HTML', async () => {
  for (const accepted of ['text/html', '*/*', 'application/json, text/*;q=0.5'])
    expect(await bizctl(['api', 'GET', 'v2/any', '-H', `Accept: ${accepted}`], {tenant: page})).toEqual({
      exitCode: 0,
      stdout: '<title>Sign in</title>',
      stderr: '',
    });
  for (const body of ['{}', ''])
    expect((await bizctl('api POST v2/any', {tenant: answering(body, {type: 'text/html'})})).exitCode).toBe(0);
});

test.each([
  ['text/plain', '<!DOCTYPE html><title>Sign in</title>'],
  ['text/plain; charset=utf-8', '\n <html lang="en"><title>Sign in</title>'],
])('an HTML page that is called %s is no success either (row 44)', async (type, body) => {
  const {exitCode, stdout} = await bizctl('api POST v2/any', {tenant: answering(body, {type})});
  expect({exitCode, stdout}).toEqual({exitCode: 7, stdout: body});
  const accepted = await bizctl(['api', 'GET', 'v2/any', '-H', 'Accept: text/html'], {tenant: answering(body, {type})});
  expect(accepted.exitCode).toBe(0);
});

test.each([
  ['text/plain', 'See <!DOCTYPE html>'],
  ['text/plain', '<html-tag>'],
  ['text/csv', '<html>,1'],
  ['application/octet-stream', '<!DOCTYPE html><title>A file</title>'],
])('%s that may be %j is no page', async (type, body) => {
  expect((await bizctl('api POST v2/any', {tenant: answering(body, {type})})).exitCode).toBe(0);
});
