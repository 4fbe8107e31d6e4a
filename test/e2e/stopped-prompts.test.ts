import {execFileSync} from 'node:child_process';
import {readFileSync, readlinkSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {afterAll, describe, expect, test} from 'vitest';
import {builds, createHome} from '../harness/built-program.js';
import {openServer} from '../harness/local-server.js';
import {openPty, stopAndContinue} from '../harness/pty.js';

describe.runIf(process.platform === 'linux').each(builds)('on %s', (_name, build) => {
  const home = createHome();
  afterAll(home.remove);

  test('a prompt is redrawn and continues after Ctrl-Z (row 184)', async () => {
    await using api = await openServer((_request, response) => {
      response.writeHead(200, {'content-type': 'application/json'});
      response.end('{"results":[]}');
    });
    const login = openPty(['auth', 'login', '--base-url', `http://127.0.0.1:${api.port}/`], {build, env: home.env});
    await login.shows('Token for http://127.0.0.1');
    login.pty.write('very-');
    await stopAndContinue(login);
    await login.shows('Token for http://127.0.0.1');
    const terminal = readlinkSync(`/proc/${login.pty.pid}/fd/0`);
    const isReadingKeys = () => execFileSync('stty', ['-F', terminal, '-a'], {encoding: 'utf8'}).includes('-icanon');
    while (!isReadingKeys()) await setImmediate();
    login.pty.write('secret-token\r');
    const {lines, exitCode} = await login.ended;
    expect({exitCode, isShown: lines.join('').includes('secret')}).toEqual({exitCode: 0, isShown: false});
    expect(readFileSync(join(home.path, 'config/bizctl/config.json'), 'utf8')).toContain('"very-secret-token"');
  });

  test('a question of several lines is redrawn whole after Ctrl-Z (row 184)', async () => {
    const line = ['fields', 'delete', 'name:industry', 'name:budget', '--sandbox'];
    const deletion = openPty(line, {build, env: home.env, columns: 60});
    await deletion.shows('[y/N]');
    const question = deletion.read();
    await stopAndContinue(deletion);
    await deletion.shows('[y/N]');
    expect({question, again: deletion.read()}).toEqual({
      question: expect.arrayContaining([expect.stringMatching(/^ {2}industry/)]),
      again: question,
    });
    deletion.pty.write('n\r');
    expect((await deletion.ended).exitCode).toBe(9);
  });
});
