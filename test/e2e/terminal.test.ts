import {type IPty, spawn} from '@lydell/node-pty';
import {Terminal} from '@xterm/headless';
import {afterAll, expect, test} from 'vitest';
import {createHome, launcher, runBuilt} from '../harness/built-program.js';

const home = createHome();
afterAll(home.remove);

interface Screen {
  readonly pty: IPty;
  /** Resolves when the text stands on the screen. */
  readonly shows: (text: string) => Promise<void>;
  /** Resolves to the lines of the screen and the exit code when the program has ended. */
  readonly ended: Promise<{readonly lines: readonly string[]; readonly exitCode: number}>;
}

/** The program at a real terminal. */
function open(columns: number, ...args: readonly string[]): Screen {
  const terminal = new Terminal({cols: columns, rows: 60, allowProposedApi: true});
  const env = Object.fromEntries(
    Object.entries(home.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const pty = spawn(process.execPath, [launcher, ...args], {cols: columns, rows: 60, env});
  const read = () =>
    Array.from({length: 60}, (_, row) => terminal.buffer.active.getLine(row)?.translateToString(true) ?? '');
  const waiting: (() => void)[] = [];
  let drawn = Promise.resolve();
  pty.onData(chunk => {
    drawn = new Promise(resolve => terminal.write(chunk, resolve));
    void drawn.then(() => waiting.splice(0).forEach(look => look()));
  });
  const ended = new Promise<{lines: readonly string[]; exitCode: number}>(resolve => {
    pty.onExit(
      ({exitCode}) => void drawn.then(() => resolve({lines: read().join('\n').trimEnd().split('\n'), exitCode})),
    );
  });
  const shows = (text: string) =>
    new Promise<void>(resolve => {
      const look = () => (read().join('\n').includes(text) ? resolve() : waiting.push(look));
      look();
    });
  return {pty, shows, ended};
}

test.each([60, 80, 200])('draws a table that fits %i columns', async columns => {
  const {lines, exitCode} = await open(columns, 'fields', 'list', '--sandbox').ended;
  expect(exitCode).toBe(0);
  expect(lines).toHaveLength(27);
  expect(lines[0]).toMatch(/^ID {15,}NAME {10,}TYPE/);
  expect(lines.find(line => line.includes('cost_centre'))).toMatch(columns > 100 ? /成本中心$/ : /cost_centre/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
});

test('asks before it deletes, and deletes nothing when the answer is no', async () => {
  const screen = open(80, 'fields', 'delete', 'name:fax', '--sandbox');
  await screen.shows('Delete fax "Fax"');
  screen.pty.write('n');
  const {exitCode} = await screen.ended;
  expect(exitCode).toBe(9);
  expect((await runBuilt(['fields', 'get', 'name:fax', '--sandbox', '--quiet'], {env: home.env})).exitCode).toBe(0);
});

test('deletes when the answer is yes', async () => {
  const screen = open(80, 'fields', 'delete', 'name:fax', '--sandbox');
  await screen.shows('Delete fax "Fax"');
  screen.pty.write('y');
  expect((await screen.ended).exitCode).toBe(0);
  expect((await runBuilt(['fields', 'get', 'name:fax', '--sandbox'], {env: home.env})).exitCode).toBe(4);
});

test('leaves the terminal as it was on Ctrl-C at the question, with 130', async () => {
  const screen = open(80, 'fields', 'delete', 'name:vip', '--sandbox');
  await screen.shows('Delete vip');
  screen.pty.write('\u0003');
  expect((await screen.ended).exitCode).toBe(130);
  expect((await runBuilt(['fields', 'get', 'name:vip', '--sandbox', '--quiet'], {env: home.env})).exitCode).toBe(0);
});
