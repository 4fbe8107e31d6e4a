import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {dirname, join} from 'node:path';
import {afterAll, expect, onTestFinished, test} from 'vitest';
import {builds, createHome, runBuilt} from '../harness/built-program.js';
import {openServer} from '../harness/local-server.js';
import {openPty} from '../harness/pty.js';

const home = createHome();
afterAll(home.remove);

const open = (columns: number, ...args: readonly string[]) => openPty(args, {env: home.env, columns});

test.each([
  [60, 'cf_000000000037  cost_centre         decimal     Kostenträg…', 28],
  [80, 'cf_000000000037  cost_centre         decimal          Kostenträger', 28],
  [
    200,
    'cf_000000000037  cost_centre         decimal                                      Kostenträger                  From the list of the finance team · 成本中心',
    27,
  ],
])('draws a table that fits %i columns, one row per line', async (columns, row, count) => {
  const {lines, exitCode} = await open(columns, 'fields', 'list', '--sandbox').ended;
  expect(exitCode).toBe(0);
  const fields = lines.filter(line => line.startsWith('cf_'));
  expect(fields).toHaveLength(26);
  expect(fields).toContain(row);
  // The header above; below at most the note about hidden columns, which may wrap.
  expect(lines.findIndex(line => line.startsWith('cf_'))).toBe(1);
  expect(lines.length).toBeGreaterThanOrEqual(count - 1);
});

test.each<[object, readonly string[]]>([
  [{NO_COLOR: '1'}, []],
  [{}, ['--no-color']],
])('FORCE_COLOR does not make Node warn that it ignores %j %j', async (env, more) => {
  const args = ['fields', 'list', '--limit', '1', '--columns', 'name', '--sandbox', ...more];
  const {lines} = await openPty(args, {env: {...home.env, ...env, FORCE_COLOR: '1'}, columns: 80}).ended;
  expect(lines).toEqual(['NAME', 'priority', 'note: stopped at --limit after 1 row; more rows are available']);
});

const get = (name: string) => runBuilt(['fields', 'get', `name:${name}`, '--sandbox', '--quiet'], {env: home.env});

test.each(builds)('an answer typed before the question is there does not count (%s)', async (_name, build) => {
  const isTyped = Promise.withResolvers<void>();
  const writes: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET') writes.push(request.url ?? '');
    await isTyped.promise;
    response.writeHead(200, {'content-type': 'application/json'});
    response.end(JSON.stringify({custom_fields: [{id: 'cf_a', name: 'a'}]}));
  };
  const server = await openServer((request, response) => void answer(request, response));
  onTestFinished(() => server[Symbol.asyncDispose]());
  const args = ['fields', 'delete', 'cf_a', '--base-url', `http://127.0.0.1:${server.port}`];
  const screen = openPty(args, {env: home.env, columns: 80, build});
  await screen.shows('reading custom fields…');
  screen.pty.write('y\r');
  await screen.shows('reading custom fields…y');
  isTyped.resolve();
  await screen.shows('[y/N]');
  screen.pty.write('\r');
  expect({exitCode: (await screen.ended).exitCode, writes}).toEqual({exitCode: 9, writes: []});
});

test.each([
  ['n\r', 9],
  ['\r', 9],
  ['\u0004', 9],
  ['\u001b', 9],
  ['\u0003', 130],
])('deletes nothing when the answer is %j', async (answer, exitCode) => {
  const screen = open(80, 'fields', 'delete', 'name:fax', '--sandbox');
  await screen.shows('[y/N]');
  screen.pty.write(answer);
  const {lines, exitCode: ended} = await screen.ended;
  expect({lines: lines.slice(0, 1), ended}).toEqual({lines: ['  fax "Fax" (cf_000000000039)'], ended: exitCode});
  expect((await get('fax')).exitCode).toBe(0);
});

test('a question that is too long for the screen breaks between words', async () => {
  const screen = open(40, 'fields', 'delete', 'name:fax', '--sandbox');
  await screen.shows('[y/N]');
  screen.pty.write('n\r');
  const {lines} = await screen.ended;
  expect(lines.slice(0, 4)).toEqual([
    '  fax "Fax" (cf_000000000039)',
    'Delete this custom field and the',
    'values stored in it from the',
    'sandbox? [y/N] n',
  ]);
});

test('a question lists the first twelve of many fields, and counts the others', async () => {
  const names = 'priority budget discount_percent expected_close first_contact trial_length support_response'.split(
    ' ',
  );
  const others = 'product_version minimum_version direct_line emergency_numbers milestones price_history fax'.split(
    ' ',
  );
  const words = [...names, ...others].map(name => `name:${name}`);
  const screen = open(80, 'fields', 'delete', ...words, '--sandbox');
  await screen.shows('[y/N]');
  screen.pty.write('n\r');
  const {lines} = await screen.ended;
  const listed = lines.slice(0, 12).map(line => /^ +(\S+)/.exec(line)?.[1]);
  expect(listed).toEqual([...names, ...others].slice(0, 12));
  expect(lines[12]).toBe('  and 2 more');
});

test('a question of several lines is asked again whole', async () => {
  const screen = open(40, 'fields', 'delete', 'name:fax', '--sandbox');
  await screen.shows('[y/N]');
  screen.pty.write('maybe\r');
  const question = ['Delete this custom field and the', 'values stored in it from the'];
  await screen.shows(['Enter y or n.', ...question, 'sandbox? [y/N]'].join('\n'));
  screen.pty.write('n\r');
  const {lines} = await screen.ended;
  expect(lines.slice(0, 8)).toEqual([
    '  fax "Fax" (cf_000000000039)',
    ...question,
    'sandbox? [y/N] maybe',
    'Enter y or n.',
    ...question,
    'sandbox? [y/N] n',
  ]);
});

test('asks again when the answer is neither yes nor no, and deletes on yes', async () => {
  const screen = open(80, 'fields', 'delete', 'name:vip', '--sandbox');
  await screen.shows('[y/N]');
  screen.pty.write('maybe\r');
  await screen.shows(
    ['Enter y or n.', 'Delete this custom field and the values stored in it from the sandbox? [y/N]'].join('\n'),
  );
  expect((await get('vip')).exitCode).toBe(0);
  screen.pty.write('yes\r');
  expect((await screen.ended).exitCode).toBe(0);
  expect((await get('vip')).exitCode).toBe(4);
});

test('in plain lines, a whole name picks its field, although other names contain it', async () => {
  const create = ['fields', 'create', '--name', 'cost', '--type', 'decimal', '--sandbox'];
  expect((await runBuilt(create, {env: home.env})).exitCode).toBe(0);
  const screen = openPty(['fields', 'get', '--sandbox'], {env: {...home.env, TERM: 'dumb'}, columns: 80});
  await screen.shows('(id, or part of a name): ');
  screen.pty.write('cos\r');
  await screen.shows('cost_centre');
  screen.pty.write(' cost \r');
  const {lines, exitCode} = await screen.ended;
  expect({exitCode, name: lines.find(line => line.startsWith('name '))}).toEqual({
    exitCode: 0,
    name: expect.stringMatching(/^name +cost$/),
  });
});

// Node 22 aborts itself when the terminal that it has in raw mode is gone.
test.each(builds.slice(1))('a question ends with 129 when the terminal is closed (%s)', async (_name, build) => {
  const screen = openPty(['fields', 'delete', 'name:fax', '--sandbox'], {env: home.env, columns: 80, build});
  await screen.shows('[y/N]');
  screen.hangUp();
  expect((await screen.ended).exitCode).toBe(129);
  expect((await get('fax')).exitCode).toBe(0);
});

test.each(builds)('a second Ctrl-C during an edit says where the text is (%s)', async (_name, build) => {
  const {promise: written, resolve} = Promise.withResolvers<void>();
  await using server = await openServer((request, response) => {
    if (request.method !== 'GET') return resolve();
    response.writeHead(200, {'content-type': 'application/json'});
    response.end(JSON.stringify({custom_fields: [{id: 'cf_a', name: 'a', label: 'Old'}]}));
  });
  const draft = join(home.path, 'draft');
  const args = ['fields', 'edit', 'a', '--base-url', `http://127.0.0.1:${server.port}`];
  const env = {...home.env, EDITOR: `sh -c 'echo "label: Typed" > "$1"; echo "$1" > ${draft}' --`};
  const screen = openPty(args, {env, columns: 200, build});
  await screen.shows('[y/N]');
  screen.pty.write('y\r');
  await written;
  screen.pty.write('\u0003');
  // Signals that follow each other closely count as one.
  const again = setInterval(() => screen.pty.write('\u0003'), 150);
  const {lines, exitCode} = await screen.ended;
  clearInterval(again);
  const path = readFileSync(draft, 'utf8').trim();
  onTestFinished(() => rmSync(dirname(path), {recursive: true}));
  expect({exitCode, text: readFileSync(path, 'utf8'), last: lines.at(-1)}).toEqual({
    exitCode: 130,
    text: 'label: Typed\n',
    last: `hint: Your edits were kept in ${path}`,
  });
});

test.each(builds)('Ctrl-C belongs to the editor while it has the terminal (%s)', async (_name, build) => {
  const editor = join(home.path, 'editor');
  // It reads twice, so that it does not end before the signal has arrived.
  const script = 'trap "" INT\necho typing\nread -r first\necho again\nread -r line\necho "label: $line" > "$1"';
  writeFileSync(editor, `#!/bin/sh\n${script}\n`, {mode: 0o755});
  const env = {...home.env, EDITOR: editor};
  const screen = openPty(['fields', 'edit', 'fax', '--sandbox'], {env, columns: 80, build});
  await screen.shows('typing');
  screen.pty.write('\u0003');
  screen.pty.write('first\r');
  await screen.shows('again');
  screen.pty.write('Telefax\r');
  await screen.shows('[y/N]');
  screen.pty.write('n\r');
  const {lines, exitCode} = await screen.ended;
  const kept = /kept in (\S+)/.exec(lines.join(' '))?.[1] ?? '';
  onTestFinished(() => rmSync(dirname(kept), {recursive: true, force: true}));
  expect({exitCode, difference: lines.find(line => line.includes('label: '))?.trim()}).toEqual({
    exitCode: 9,
    difference: 'label: "Fax" -> "Telefax"',
  });
});

test('shows the matched part of a phrase', async () => {
  const {lines} = await open(80, 'dates', 'parse', 'call', 'me', 'tomorrow', '--sandbox').ended;
  expect(lines.slice(0, 4)).toEqual([
    'note: only part of "call me tomorrow" was understood',
    'phrase    call me tomorrow',
    'zone      UTC',
    'matched   only "tomorrow"',
  ]);
});

test('asks again for a name that is taken, and leaves the typed text to correct', async () => {
  const screen = open(80, 'fields', 'create', '--type', 'decimal', '--sandbox');
  await screen.shows('Name');
  screen.pty.write('fax\r');
  await screen.shows('A field with that name already exists.');
  screen.pty.write('_2\r');
  await screen.shows('Label');
  screen.pty.write('\u0003');
  const {exitCode, lines} = await screen.ended;
  expect({exitCode, lines: lines.slice(0, 2)}).toEqual({
    exitCode: 130,
    lines: ['◇  Name (cannot be changed later)', 'fax_2'],
  });
});

test('the questions about a new field take a choice from a list with the arrow keys', async () => {
  const screen = open(80, 'fields', 'create', '--sandbox', '--dry-run');
  const answer = async (question: string, keys: string) => {
    await screen.shows(question);
    screen.pty.write(keys);
  };
  await answer('Name (cannot be changed later)', 'size\r');
  await answer('Type (cannot be changed later)', '\u001b[B\r');
  await answer('Label shown to people', '\r');
  await answer('Description', '\r');
  await answer('Require a value?', '\u001b[B\r');
  await answer('Choices, separated by commas', 'S, M\r');
  await answer('How the choices are shown', '\r');
  const {lines, exitCode} = await screen.ended;
  const body = lines.slice(lines.findIndex(line => line.startsWith('POST')));
  expect({exitCode, body}).toEqual({
    exitCode: 0,
    body: [
      'POST        /v2/customFields',
      'name        "size"',
      'type        {"discriminator":"SIMPLE","primitive_type":"DATETIME"}',
      'options     {"display_type":"DROPDOWN","groups":[{"sort_order":1,"options":[{"ti',
      '            tle":"S","sort_order":1},{"title":"M","sort_order":2}]}]}',
      'validators  [{"required":true,"size":{"size":0,"size_type":"MIN"}}]',
      'note: dry run: no write was sent',
    ],
  });
});
