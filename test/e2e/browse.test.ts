import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {describe, expect, onTestFinished, test} from 'vitest';
import {press, screenOf, useBrowser} from '../harness/browser.js';
import {builds, launcher} from '../harness/built-program.js';
import {openServer} from '../harness/local-server.js';
import {openPty, type PtyRun} from '../harness/pty.js';

const {home, browse} = useBrowser();

const isAlternate = ({terminal}: PtyRun) => terminal.buffer.active.type === 'alternate';

describe.each(builds)('on %s', (_name, build) => {
  test.each([
    ['q', 0, ''],
    ['\u0003', 130, 'error: interrupted'],
  ])('%j leaves and restores the screen', async (key, exitCode, message) => {
    const run = await browse({build});
    expect(isAlternate(run)).toBe(true);
    run.pty.write(key);
    const ended = await run.ended;
    expect({...ended, isAlternate: isAlternate(run)}).toEqual({lines: [message], exitCode, isAlternate: false});
  });

  test('SIGTERM leaves and restores the screen', async () => {
    const run = await browse({build});
    run.pty.kill('SIGTERM');
    expect({...(await run.ended), isAlternate: isAlternate(run)}).toEqual({
      lines: ['error: terminated'],
      exitCode: 143,
      isAlternate: false,
    });
  });

  test.runIf(process.platform === 'linux')(
    'Ctrl-Z gives the terminal back, and fg draws the screen again',
    async () => {
      const run = await browse({build});
      run.pty.write('\u001a');
      const isStopped = () => /^\d+ \(.*\) T /.test(readFileSync(`/proc/${run.pty.pid}/stat`, 'utf8'));
      while (!isStopped()) await setImmediate();
      while (isAlternate(run)) await setImmediate();
      run.terminal.reset();
      process.kill(run.pty.pid, 'SIGCONT');
      await run.shows('Custom fields of the sandbox');
      await press(run, 'j', '❯  cf_000000000006');
      run.pty.write('q');
      expect((await run.ended).exitCode).toBe(0);
    },
  );

  test('e edits in the editor, asks, and shows the new value', async () => {
    const editor = join(home.path, 'editor.sh');
    writeFileSync(editor, '#!/bin/sh\nsed -i "s/^label:.*/label: Edited/" "$1"\n', {mode: 0o755});
    const run = await browse({build, env: {EDITOR: editor}});
    await press(run, 'e', 'Update "priority" (cf_000000000001) in the sandbox? [y/N]');
    expect(isAlternate(run)).toBe(false);
    await press(run, 'y\r', '1 updated');
    expect(screenOf(run)[2]).toMatch(/^❯  cf_0+1 +priority +decimal +Edited/);
    run.pty.write('q');
    const {lines, exitCode} = await run.ended;
    expect({exitCode, note: lines.join('\n')}).toEqual({
      exitCode: 0,
      note: expect.stringMatching(/note: to undo this, run:\s+bizctl fields undo/),
    });
  });

  test('all keys go to an editor that reads one by one', async () => {
    const editor = join(home.path, 'editor.sh');
    const typed = join(home.path, 'typed');
    const keys = 'abcd/efghijQ';
    const script = `stty -icanon -echo; printf READY; dd bs=1 count=${keys.length} of=${typed} 2>/dev/null; stty icanon echo`;
    writeFileSync(editor, `#!/bin/sh\n${script}\n`, {mode: 0o755});
    const run = await browse({build, env: {EDITOR: editor}});
    await press(run, 'e', 'READY');
    for (const key of keys) {
      run.pty.write(key);
      await setImmediate();
    }
    await run.shows('Nothing was changed.');
    expect(readFileSync(typed, 'utf8')).toBe(keys);
    run.pty.write('q');
    expect((await run.ended).exitCode).toBe(0);
  });

  test.each(['n\r', '\r'])('answering %j to the question of the editor comes back to the browser', async answer => {
    const editor = join(home.path, 'editor.sh');
    writeFileSync(editor, '#!/bin/sh\nsed -i "s/^label:.*/label: Edited/" "$1"\n', {mode: 0o755});
    const run = await browse({build, env: {EDITOR: editor}});
    await press(run, 'e', 'Update "priority" (cf_000000000001) in the sandbox? [y/N]');
    await press(run, answer, 'Custom fields of the sandbox');
    expect(isAlternate(run)).toBe(true);
    await press(run, 'jj', '❯  cf_000000000007');
    run.pty.write('q');
    const {exitCode, lines} = await run.ended;
    expect({exitCode, isKept: lines.join('').includes('Your edits were kept in')}).toEqual({exitCode: 0, isKept: true});
  });

  test('a resize draws the screen anew, down to one that is too small', async () => {
    const run = await browse({build});
    const resize = (columns: number, rows: number) => {
      run.terminal.resize(columns, rows);
      run.pty.resize(columns, rows);
    };
    resize(39, 7);
    await run.shows('window too small (at least 40 x 8)');
    resize(140, 30);
    await run.shows('auto_renew');
    expect(screenOf(run)[0]).toBe(`Custom fields of the sandbox${' '.repeat(108)}1/26`);
    run.pty.write('q');
    expect((await run.ended).exitCode).toBe(0);
  });
});

test('searches as one types, keeps it with Enter, and clears it with Esc', async () => {
  const run = await browse();
  await press(run, '/phon', '1/4 of 26');
  // The rows of a frame may arrive after its heading.
  while (screenOf(run)[6] !== '') await setImmediate();
  expect(screenOf(run).slice(0, 7)).toEqual([
    expect.stringMatching(/^Custom fields of the sandbox +1\/4 of 26$/),
    expect.stringContaining('ID'),
    expect.stringMatching(/^❯ .*direct_line/),
    expect.stringMatching(/emergency_numbers/),
    expect.stringMatching(/main_contact/),
    expect.stringMatching(/fax/),
    '',
  ]);
  await press(run, 'exx', 'No custom fields match "phonexx". Esc clears the search.');
  await press(run, '\u007f\u007f\u007f', '/phon▏');
  run.pty.write('\r');
  while (screenOf(run).join('').includes('▏')) await setImmediate();
  await press(run, 'G', '❯  cf_000000000039');
  run.pty.write('\u001b');
  while (screenOf(run).join('').includes('4 of 26')) await setImmediate();
  // The selected row stays selected.
  expect(screenOf(run).some(line => line.startsWith('❯  cf_000000000039'))).toBe(true);
  run.pty.write('q');
  await run.ended;
});

test('keys that arrive in one chunk all count', async () => {
  const run = await browse();
  await press(run, 'jjjk', '❯  cf_000000000007');
  await press(run, '\u001b[B\u001b[B\u001b[A', '❯  cf_000000000008');
  run.pty.write('q');
  expect((await run.ended).exitCode).toBe(0);
});

test('sorts by each column in turn, and in reverse', async () => {
  const run = await browse();
  await press(run, 'ss', '26, by name');
  await press(run, 'g', '❯  cf_000000000018');
  expect(screenOf(run)[2]).toContain('account_owner');
  await press(run, 'S', '26, by name, descending');
  await press(run, 'g', '❯  cf_000000000023');
  expect(screenOf(run)[2]).toContain('vip');
  run.pty.write('q');
  await run.ended;
});

test('shows details in place of the list, and beside it from 120 columns on', async () => {
  const narrow = await browse();
  await press(narrow, '\r', 'How soon the deal needs attention');
  expect(screenOf(narrow)[1]).toMatch(/^id +cf_000000000001$/);
  await press(narrow, '\u001b', '❯  cf_000000000001');
  narrow.pty.write('q');
  await narrow.ended;
  const wide = await browse({columns: 140});
  await press(wide, '\r', 'display options');
  expect(screenOf(wide)[2]).toMatch(/^❯  cf_000000000001.* name +priority$/);
  await press(wide, 'j', 'What the customer can spend in a year');
  wide.pty.write('q');
  await wide.ended;
});

test('details that are longer than the screen scroll to their last line and no further', async () => {
  const run = await browse({rows: 12});
  await press(run, '\r', 'How soon the deal needs attention');
  await press(run, 'j'.repeat(50), 'Low         opt_000000000005');
  expect(screenOf(run)[1]).toMatch(/^display options$/);
  await press(run, 'k', 'required, at least 1');
  await press(run, 'g', 'cf_000000000001');
  await press(run, 'G', 'Low         opt_000000000005');
  run.pty.write('q');
  await run.ended;
});

test('y copies the id through the terminal, and shows it', async () => {
  const run = await browse();
  const copied = Promise.withResolvers<string>();
  run.terminal.parser.registerOscHandler(52, text => {
    copied.resolve(text);
    return true;
  });
  await press(run, 'y', 'Sent cf_000000000001 to the clipboard of the terminal.');
  expect(Buffer.from((await copied.promise).replace('c;', ''), 'base64').toString()).toBe('cf_000000000001');
  run.pty.write('q');
  await run.ended;
});

test('? shows each key, and any key returns', async () => {
  const run = await browse({rows: 30});
  await press(run, '?', 'any other key closes the help');
  expect(screenOf(run).filter(line => /^\S.* {2}\S/.test(line)).length).toBeGreaterThan(20);
  await press(run, 'x', '❯  cf_000000000001');
  run.pty.write('q');
  await run.ended;
});

test('without color and Unicode, the selected row has a mark of its own', async () => {
  const run = await browse({env: {NO_COLOR: '1', LANG: 'C', LC_ALL: 'C'}});
  await press(run, ' ', '1 marked');
  expect(screenOf(run).slice(2, 4)).toEqual([
    expect.stringMatching(/^ \* cf_000000000001/),
    expect.stringMatching(/^>  cf_000000000006/),
  ]);
  run.pty.write('q');
  await run.ended;
});

test('deals can be looked at, and say why they cannot be changed', async () => {
  const run = await browse({args: ['deals'], columns: 120});
  await press(run, 'd', 'Deals are read-only.');
  expect(screenOf(run)[0]).toMatch(/^Deals of the sandbox +1\/\d+$/);
  await press(run, '?', 'previous page');
  expect(screenOf(run).join('\n')).not.toContain('edit in your editor');
  run.pty.write('q');
  await run.shows('? keys');
  run.pty.write('q');
  await run.ended;
});

test('a failure keeps the rows, and r continues from there', async () => {
  let asked = 0;
  const server = await openServer((request, response) => {
    asked += 1;
    const at = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('page_token'));
    const custom_fields = Array.from({length: at === 200 ? 50 : 100}, (_, row) => ({id: `cf_${at + row}`, name: 'n'}));
    response.writeHead(asked === 3 ? 401 : 200, {'content-type': 'application/json'});
    response.end(
      JSON.stringify(asked === 3 ? {} : {custom_fields, next_page_token: at === 200 ? null : String(at + 100)}),
    );
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const run = openPty(['fields', 'browse', '--base-url', `http://127.0.0.1:${server.port}`], {
    env: home.env,
    columns: 100,
    rows: 20,
  });
  await run.shows('Incomplete: HTTP 401');
  expect(screenOf(run)[0]).toMatch(/ 1\/200, incomplete$/);
  await press(run, 'd', 'No token was sent. Set BIZCTL_TOKEN, or run: bizctl auth login');
  await press(run, 'r', '? keys');
  expect(screenOf(run)[0]).toMatch(/ \d+\/250$/);
  run.pty.write('q');
  await run.ended;
});

test.each([
  ['a pipe', ['fields', 'browse', '--sandbox'], 'fields browse needs a terminal'],
  ['a terminal that cannot redraw', ['fields', 'browse', '--sandbox'], 'fields browse does not work with TERM=dumb'],
  ['a machine format', ['fields', 'browse', '--sandbox', '--json'], 'fields browse is interactive'],
])('%s is refused', async (kind, args, problem) => {
  const run = openPty(
    kind === 'a pipe' ? ['-c', `"${process.execPath}" "${launcher}" ${args.join(' ')} | cat`] : args,
    {
      env: {...home.env, ...(kind.includes('redraw') ? {TERM: 'dumb'} : {})},
      ...(kind === 'a pipe' ? {build: ['bash']} : {}),
    },
  );
  const {lines} = await run.ended;
  expect(lines[0]).toContain(`error: ${problem}`);
});

test('a paste into the search is searched for', async () => {
  const run = await browse();
  await press(run, '/', '/▏');
  await press(run, '\u001b[200~direct\nline\u001b[201~', '/direct line');
  await run.shows('2 of 26');
  run.pty.write('\u001b');
  while (screenOf(run).join('').includes('2 of 26')) await setImmediate();
  run.pty.write('q');
  expect((await run.ended).exitCode).toBe(0);
});

test('when the tenant is away, the age of the rows and the next attempt are shown, and it is made', async () => {
  let isAway = true;
  const server = await openServer((request, response) => {
    const at = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('page_token'));
    response.writeHead(isAway && at === 2 ? 503 : 200, {'content-type': 'application/json'});
    response.end(
      JSON.stringify({custom_fields: [{id: `cf_${at}`, name: 'n'}], next_page_token: at === 2 ? null : at + 1}),
    );
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const run = openPty(['fields', 'browse', '--retries', '0', '--base-url', `http://127.0.0.1:${server.port}`], {
    env: home.env,
    columns: 100,
    rows: 20,
  });
  await run.shows('retrying in 9 s, r to continue now)');
  expect(screenOf(run).join(' ')).toMatch(/Incomplete: .*503.*\(rows from \d\d:\d\d; retrying/);
  isAway = false;
  await run.shows('? keys');
  expect(screenOf(run)[0]).toMatch(/ 1\/3$/);
  run.pty.write('q');
  await run.ended;
});

test('a list that never came ends with its error', async () => {
  const server = await openServer((_request, response) => response.writeHead(403).end());
  onTestFinished(() => server[Symbol.asyncDispose]());
  const run = openPty(['fields', 'browse', '--base-url', `http://127.0.0.1:${server.port}`], {env: home.env});
  await run.shows('Could not load the list: HTTP 403');
  run.pty.write('q');
  const {lines, exitCode} = await run.ended;
  expect({exitCode, error: lines[0]?.slice(0, 15)}).toEqual({exitCode: 3, error: 'error: HTTP 403'});
});

test('an API that asks for a long wait is not asked again before (row 3)', async () => {
  const server = await openServer((_request, response) => response.writeHead(429, {'retry-after': '3600'}).end());
  onTestFinished(() => server[Symbol.asyncDispose]());
  const run = openPty(['fields', 'browse', '--base-url', `http://127.0.0.1:${server.port}`], {
    env: home.env,
    columns: 200,
  });
  await run.shows('retrying in 3599 s, r to retry now)');
  run.pty.write('q');
  expect((await run.ended).exitCode).toBe(6);
});
