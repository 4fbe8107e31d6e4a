import {afterAll, describe, expect, onTestFinished, test} from 'vitest';
import {builds, createHome} from '../harness/built-program.js';
import {openServer} from '../harness/local-server.js';
import {openPty} from '../harness/pty.js';

const home = createHome();
afterAll(home.remove);

describe.each(builds)('on %s', (_name, build) => {
  test('shows the reading while one types; Enter prints it', async () => {
    const run = openPty(['dates', 'parse', '--sandbox'], {build, env: home.env});
    await run.shows('Enter to print, Esc to quit');
    run.pty.write('every fri');
    await run.shows('repeats');
    run.pty.write('\u007f\u007f\u007fday');
    await run.shows('phrase    every day');
    run.pty.write('\u001b[D\u001b[D\u001b[D\u007f-');
    await run.shows('Date phrase: every-|day');
    run.pty.write('\u007f ');
    await run.shows('phrase    every day');
    run.pty.write('\r');
    const {lines, exitCode} = await run.ended;
    expect({exitCode, first: lines[0], hint: lines.some(line => line.includes('Esc leaves'))}).toEqual({
      exitCode: 0,
      first: 'phrase    every day',
      hint: false,
    });
  });

  test.each([
    ['\u001b', 0, ''],
    ['\u0003', 130, 'error: interrupted'],
  ])('%j leaves without a trace', async (key, exitCode, line) => {
    const run = openPty(['dates', 'parse', '--sandbox'], {build, env: home.env});
    await run.shows('Enter to print, Esc to quit');
    run.pty.write(key);
    expect(await run.ended).toEqual({lines: [line], exitCode});
  });
});

test('asks the API once typing pauses, one request at a time, and shows what it refuses', async () => {
  const asked: string[] = [];
  let pending = 0;
  let most = 0;
  const server = await openServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams.get('query') ?? '';
    asked.push(query);
    pending += 1;
    most = Math.max(most, pending);
    setImmediate(() => {
      pending -= 1;
      response.writeHead(query.endsWith('x') ? 422 : 200, {'content-type': 'application/json'});
      response.end(JSON.stringify(query.endsWith('x') ? {title: 'not that'} : {results: []}));
    });
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const env = {...home.env, BIZCTL_TOKEN: 'token'};
  const run = openPty(['dates', 'parse', '--base-url', `http://127.0.0.1:${server.port}`], {env});
  await run.shows('Esc to quit');
  run.pty.write('tomorrow');
  await run.shows('none found');
  run.pty.write('x');
  await run.shows('HTTP 422: not that');
  run.pty.write('\u0003');
  await run.ended;
  expect({asked, most}).toEqual({asked: ['tomorrow', 'tomorrowx'], most: 1});
});

test('with ACCESSIBLE=1 nothing is redrawn: the question is a line, and browse says what it needs', async () => {
  const env = {...home.env, ACCESSIBLE: '1'};
  const dates = openPty(['dates', 'parse', '--sandbox'], {env});
  let output = '';
  dates.pty.onData(text => {
    output += text;
  });
  await dates.shows('Date phrase:');
  dates.pty.write('tomorrow\r');
  const {exitCode, lines} = await dates.ended;
  expect({exitCode, isShown: lines.some(line => line.startsWith('phrase'))}).toEqual({exitCode: 0, isShown: true});
  // Neither erases a line nor moves up.
  const printed = output.slice(output.indexOf('phrase'));
  expect(['\u001b[2K', '\u001b[K', '\u001b[A', '\u001b[1A'].filter(code => printed.includes(code))).toEqual([]);
  const list = openPty(['fields', 'list', '--sandbox'], {env});
  expect((await list.ended).exitCode).toBe(0);
  const browse = openPty(['fields', 'browse', '--sandbox'], {env});
  expect((await browse.ended).lines.join('')).toContain('browse does not work with ACCESSIBLE');
});
