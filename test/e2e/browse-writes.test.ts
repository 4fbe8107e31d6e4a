import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {press, screenOf, useBrowser} from '../harness/browser.js';
import {openServer} from '../harness/local-server.js';
import {openPty} from '../harness/pty.js';

const {home, browse} = useBrowser();

test('d asks with No focused; Enter keeps the field, y deletes it', async () => {
  const run = await browse();
  await press(run, 'd', '[ No ]');
  await press(run, '\r', 'Cancelled; nothing was changed.');
  await press(run, 'd', '[ No ]');
  await press(run, 'y', '[ Yes ]');
  await press(run, '\r', '1 deleted; to recreate what was deleted');
  expect(screenOf(run)[0]).toMatch(/ 1\/25$/);
  expect(screenOf(run)[2]).toContain('❯  cf_000000000006');
  run.pty.write('q');
  await run.ended;
});

test('several are deleted only once their number is typed', async () => {
  const run = await browse();
  await press(run, '   ', '26, 3 marked');
  await press(run, 'd', 'Type 3 to confirm:');
  await press(run, '2\r', 'Cancelled; nothing was changed.');
  await press(run, 'd', 'Type 3 to confirm:');
  await press(run, '3\r', '3 deleted; to recreate');
  expect(screenOf(run)[0]).toMatch(/ \d\/23$/);
  run.pty.write('q');
  await run.ended;
});

test('a small screen shows the rows of a deletion one by one, and none that it cannot show is confirmed', async () => {
  const run = await browse({columns: 40, rows: 8});
  await press(run, '   ', '26, 3 marked');
  await press(run, 'd', 'Type 3 to');
  expect(screenOf(run)[1]).toMatch(/^priority /);
  await press(run, '\u001b[B', 'lines 2 to 2 of');
  expect(screenOf(run)[1]).toMatch(/^budget /);
  await press(run, '\u001b', 'Cancelled');
  run.pty.write('q');
  expect((await run.ended).exitCode).toBe(0);
});

test('c changes one member of all that are marked, after showing what changes', async () => {
  const run = await browse();
  await press(run, '  ', '2 marked');
  await press(run, 'c', 'Which member of');
  await press(run, 'j', '> description');
  await press(run, '\r', 'New description for 2 rows');
  await press(run, 'Same\r', 'Update these 2 custom fields?');
  expect(screenOf(run)[2]).toMatch(/^ {2}description: ".*" -> "Same"$/);
  await press(run, 'y', '[ Yes ]');
  await press(run, '\r', '2 updated; to undo this, run:');
  run.pty.write('q');
  await run.ended;
  const listed = openPty(['fields', 'list', 'Same', '--sandbox', run.file], {env: home.env, columns: 120});
  expect((await listed.ended).lines.filter(line => line.includes('Same'))).toHaveLength(2);
});

test('a write that waits says so, instead of what came before', async () => {
  const run = await browse({
    args: [
      'fields',
      '--fault',
      'PATCH /v2/customFields/*#1: 503 retry-after=2',
      '--fault',
      'PATCH /v2/customFields/*#2: 422',
    ],
  });
  await press(run, '  ', '2 marked');
  await press(run, 'c', 'Which member of');
  await press(run, 'j', '> description');
  await press(run, '\r', 'New description for 2 rows');
  await press(run, 'Same\r', 'Update these 2 custom fields?');
  await press(run, 'y', '[ Yes ]');
  await press(run, '\r', 'then sending… HTTP 503, retrying in 2 s');
  await run.shows('1 of 2 custom fields was not updated');
  expect(screenOf(run).join('\n')).not.toContain('retrying');
  run.pty.write('q');
  await run.ended;
});

test.each([
  ['bracketed', '\u001b[200~dyq\u001b[201~'],
  ['in one chunk', 'dy'],
])('a paste never acts as keys that write or leave (%s)', async (_how, pasted) => {
  const run = await browse();
  run.pty.write(pasted);
  await press(run, 'j', '❯  cf_000000000006');
  expect(screenOf(run)[0]).toMatch(/ \d+\/26$/);
  run.pty.write('q');
  expect((await run.ended).exitCode).toBe(0);
});

/** Opens the browser on a server that refuses to write some fields. */
async function browseRefusing(isRefused: (path: string) => boolean, env: NodeJS.ProcessEnv = {}) {
  const server = await openServer(({method, url = ''}, response) => {
    const custom_fields = ['a', 'b', 'c'].map(name => ({id: `cf_${name}`, name, label: 'Old'}));
    const refused = method !== 'GET' && isRefused(url);
    response.writeHead(refused ? 422 : 200, {'content-type': 'application/json'});
    const written = {...custom_fields.find(({id}) => url.endsWith(id)), label: 'New'};
    response.end(JSON.stringify(refused ? {title: 'still in use'} : method === 'GET' ? {custom_fields} : written));
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const run = openPty(['fields', 'browse', '--base-url', `http://127.0.0.1:${server.port}`], {
    env: {...home.env, ...env},
    columns: 100,
    rows: 20,
  });
  await run.shows('? keys');
  return run;
}

test('failed writes are shown with their reason, and printed when one leaves', async () => {
  const run = await browseRefusing(() => true);
  await press(run, '  ', '2 marked');
  await press(run, 'd', 'Type 2 to confirm:');
  await press(run, '2\r', '2 of 2 custom fields were not deleted: a "Old" (cf_a): HTTP 422: still in use');
  run.pty.write('q');
  const {lines, exitCode} = await run.ended;
  expect({exitCode, reason: lines.join(' ').includes('still in use')}).toEqual({exitCode: 0, reason: true});
});

test('failed edits are shown with their reason too, which was printed behind the browser', async () => {
  const EDITOR = join(home.path, 'relabel.sh');
  writeFileSync(EDITOR, '#!/bin/sh\nsed -i "s/Old/New/" "$1"\n', {mode: 0o755});
  const run = await browseRefusing(path => path.endsWith('cf_a'), {EDITOR});
  await press(run, '  ', '2 marked');
  await press(run, 'e', 'Update');
  await press(run, 'y\r', '1 of 2 custom fields was not updated: cf_a: HTTP 422: still in use');
  run.pty.write('q');
  expect((await run.ended).exitCode).toBe(0);
});

test('the last of several attempts to edit a field tells its own error, and where the text is', async () => {
  const EDITOR = join(home.path, 'relabel-again.sh');
  // Clears the screen, as editors do, so that each question is there once.
  const script = `#!/bin/sh
printf '\\033[2J\\033[H' > /dev/tty
grep -q 'label: New' "$1" && label=Newer || label=New
sed -i "s/^label:.*/label: $label/" "$1"
`;
  writeFileSync(EDITOR, script, {mode: 0o755});
  let attempts = 0;
  const server = await openServer(({method}, response) => {
    const isWrite = method !== 'GET';
    if (isWrite) attempts += 1;
    response.writeHead(isWrite ? (attempts === 1 ? 422 : 404) : 200, {'content-type': 'application/json'});
    response.end(JSON.stringify(isWrite ? {message: 'no'} : {custom_fields: [{id: 'cf_a', name: 'a', label: 'Old'}]}));
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const run = openPty(['fields', 'browse', '--base-url', `http://127.0.0.1:${server.port}`], {
    env: {...home.env, EDITOR},
    columns: 100,
    rows: 20,
  });
  await run.shows('? keys');
  await press(run, 'e', 'Update "a"');
  await press(run, 'y\r', 'again?');
  await press(run, 'y\r', 'Newer');
  await run.shows('Update "a" (cf_a) in');
  await press(run, 'y\r', 'Your edits were kept in');
  expect(screenOf(run).join(' ')).toContain('HTTP 404: no');
  run.pty.write('q');
  expect((await run.ended).exitCode).toBe(0);
});

test('a change that someone else made since is not overwritten', async () => {
  let label = 'Old';
  const patches: string[] = [];
  const server = await openServer((request, response) => {
    if (request.method === 'PATCH') patches.push(request.url ?? '');
    response.writeHead(200, {'content-type': 'application/json'});
    response.end(JSON.stringify({custom_fields: [{id: 'cf_a', name: 'a', label}]}));
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const run = openPty(['fields', 'browse', '--base-url', `http://127.0.0.1:${server.port}`], {
    env: home.env,
    columns: 100,
    rows: 20,
  });
  await run.shows('? keys');
  label = 'Theirs';
  await press(run, 'c', 'Which member of');
  await press(run, '\r', 'New label');
  await press(run, 'Mine\r', '"Old" -> "Mine"');
  await press(run, 'y', '[ Yes ]');
  await press(run, '\r', 'has changed since it was read; nothing was sent');
  run.pty.write('q');
  await run.ended;
  expect(patches).toEqual([]);
});

test.each([
  ['changed', 'has changed since it was read; nothing was sent'],
  ['deleted', 'no longer exists; nothing was sent'],
  ['hidden behind a failing list', 'HTTP 400: no (GET /v2/customFields); nothing was sent'],
])('a field that someone else has %s is not deleted', async (how, message) => {
  const field = {id: 'cf_a', name: 'a', label: 'Old'};
  let custom_fields = [field];
  let isFailing = false;
  const writes: string[] = [];
  const server = await openServer((request, response) => {
    if (request.method !== 'GET') writes.push(request.url ?? '');
    response.writeHead(isFailing ? 400 : 200, {'content-type': 'application/json'});
    response.end(JSON.stringify(isFailing ? {message: 'no'} : {custom_fields}));
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const run = openPty(['fields', 'browse', '--base-url', `http://127.0.0.1:${server.port}`], {
    env: home.env,
    columns: 100,
    rows: 20,
  });
  await run.shows('? keys');
  isFailing = how.startsWith('hidden');
  custom_fields = how === 'deleted' ? [] : [{...field, label: 'Theirs'}];
  await press(run, 'd', '[ No ]');
  await press(run, 'y', '[ Yes ]');
  await press(run, '\r', message);
  run.pty.write('q');
  await run.ended;
  expect(writes).toEqual([]);
});

/** Starts the browser and confirms a deletion, to which the API never replies. */
async function deleteUntilHung() {
  const {promise: isSent, resolve} = Promise.withResolvers<void>();
  const server = await openServer((request, response) => {
    if (request.method !== 'GET') return resolve();
    response.writeHead(200, {'content-type': 'application/json'});
    response.end(JSON.stringify({custom_fields: [{id: 'cf_a', name: 'a', label: 'Old'}]}));
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const args = ['fields', 'browse', '--base-url', `http://127.0.0.1:${server.port}`];
  const run = openPty(args, {env: home.env, columns: 100, rows: 20});
  await run.shows('? keys');
  await press(run, 'd', '[ No ]');
  await press(run, 'y', '[ Yes ]');
  run.pty.write('\r');
  await isSent;
  return run;
}

test('Ctrl-C leaves while a deletion hangs, and says that it may have been carried out (rows 37, 38)', async () => {
  const run = await deleteUntilHung();
  run.pty.write('\u0003');
  const {lines, exitCode} = await run.ended;
  expect(exitCode).toBe(130);
  expect(lines.join('\n')).toContain('may have been deleted');
});

test('a second SIGTERM while a deletion hangs gives the screen back, and says what may have happened (row 37)', async () => {
  const run = await deleteUntilHung();
  const again = setInterval(() => run.pty.kill('SIGTERM'), 300);
  const {lines, exitCode} = await run.ended;
  clearInterval(again);
  expect({exitCode, screen: run.terminal.buffer.active.type}).toEqual({exitCode: 143, screen: 'normal'});
  expect(lines.join('\n')).toContain('may have been deleted: a');
});

test('keys but Ctrl-C do nothing in a window that is too small to show what they do', async () => {
  const run = await browse();
  run.terminal.resize(39, 7);
  run.pty.resize(39, 7);
  await run.shows('window too small (at least 40 x 8)');
  run.pty.write('q');
  run.pty.write('\u0003');
  expect((await run.ended).exitCode).toBe(130);
});

test('a window that was too small shows the list again once it is enlarged', async () => {
  const run = await browse();
  run.terminal.resize(39, 7);
  run.pty.resize(39, 7);
  await run.shows('window too small (at least 40 x 8)');
  run.terminal.resize(100, 20);
  run.pty.resize(100, 20);
  await run.shows('Custom fields of the sandbox');
  expect(screenOf(run)[0]).toMatch(/ 1\/26$/);
  run.pty.write('q');
  expect((await run.ended).exitCode).toBe(0);
});
