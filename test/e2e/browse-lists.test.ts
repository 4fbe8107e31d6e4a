import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {memberForms} from '../../src/commands/fields/browse/prepare-field-change.js';
import {press, screenOf, useBrowser} from '../harness/browser.js';
import {openServer} from '../harness/local-server.js';
import {openPty} from '../harness/pty.js';

const {home, browse} = useBrowser();

interface Field {
  readonly id: string;
  readonly name: string;
  readonly label?: string;
}

/** Opens the browser on a server with a list of fields; `answer` may return another reply as status and body. */
async function browseServer(
  list: () => readonly Field[],
  answer: (method: string, path: string) => readonly [number, object] | undefined,
  env: NodeJS.ProcessEnv = {},
) {
  const writes: string[] = [];
  const server = await openServer((request, response) => {
    const {method = '', url = ''} = request;
    if (method !== 'GET') writes.push(`${method} ${url}`);
    const [status, body] = answer(method, url) ?? [200, {custom_fields: list()}];
    response.writeHead(status, {'content-type': 'application/json'});
    response.end(status === 204 ? '' : JSON.stringify(body));
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const run = openPty(['fields', 'browse', '--base-url', `http://127.0.0.1:${server.port}`], {
    env: {...home.env, ...env},
    columns: 100,
    rows: 20,
  });
  return {run, writes};
}

/** @param change a command of sed that changes the label */
function createEditor(change = 's/^label:.*/label: Edited/'): string {
  const editor = join(home.path, 'relabel.sh');
  writeFileSync(editor, `#!/bin/sh\nsed -i "${change}" "$1"\n`, {mode: 0o755});
  return editor;
}

test('e edits the selected field, although another has its id as a name', async () => {
  const fields = [
    {id: 'name:other', name: 'first', label: 'L'},
    {id: 'cf_other', name: 'other', label: 'L'},
  ];
  const {run, writes} = await browseServer(
    () => fields,
    method => (method === 'PATCH' ? [200, {...fields[0], label: 'Edited'}] : undefined),
    {EDITOR: createEditor()},
  );
  await run.shows('? keys');
  await press(run, 'e', 'Update "first"');
  await press(run, 'y\r', '1 updated');
  run.pty.write('q');
  await run.ended;
  expect(writes).toEqual(['PATCH /v2/customFields/name%3Aother']);
});

test('e does not edit another field that has taken the place of the selected one', async () => {
  let fields = [{id: 'priority', name: 'priority', label: 'Old'}];
  const {run, writes} = await browseServer(
    () => fields,
    () => undefined,
    {EDITOR: createEditor()},
  );
  await run.shows('? keys');
  fields = [{id: 'p2', name: 'priority', label: 'New'}];
  await press(run, 'e', 'no longer exists; nothing was sent');
  run.pty.write('q');
  await run.ended;
  expect(writes).toEqual([]);
});

test('a change that the API ignored is not shown as updated alone', async () => {
  const field = {id: 'cf_a', name: 'a', label: 'Old'};
  const {run} = await browseServer(
    () => [field],
    method => (method === 'PATCH' ? [200, field] : undefined),
  );
  await run.shows('? keys');
  await press(run, 'c', 'Which member of');
  await press(run, '\r', 'New label');
  await press(run, 'Mine\r', '"Old" -> "Mine"');
  await press(run, 'y', '[ Yes ]');
  await press(run, '\r', '1 updated; ');
  expect(screenOf(run).join(' ')).toContain('the API returned values other');
  run.pty.write('q');
  await run.ended;
});

test('after a write, an incomplete list is read from the start, since its pages may have moved', async () => {
  let fields = ['a', 'b', 'c', 'd'].map(name => ({id: `cf_${name}`, name}));
  let isFailing = true;
  const {run, writes} = await browseServer(
    () => [],
    (method, url) => {
      if (method === 'DELETE') {
        fields = fields.slice(1);
        isFailing = false;
        return [204, {}];
      }
      const start = Number(new URL(url, 'http://a').searchParams.get('page_token') ?? 0);
      // The second page fails for the browser, until something was deleted.
      if (start > 0 && isFailing) return [400, {message: 'no'}];
      const end = start + 2;
      return [
        200,
        {custom_fields: fields.slice(start, end), ...(end < fields.length ? {next_page_token: `${end}`} : {})},
      ];
    },
  );
  await run.shows('Incomplete');
  isFailing = false;
  await press(run, 'd', '[ No ]');
  await press(run, 'y', '[ Yes ]');
  await press(run, '\r', '1/3');
  const rows = screenOf(run).join('\n');
  for (const id of ['cf_b', 'cf_c', 'cf_d']) expect(rows).toContain(id);
  expect(rows).not.toContain('cf_a');
  run.pty.write('q');
  await run.ended;
  expect(writes).toEqual(['DELETE /v2/customFields/cf_a']);
});

test('after a field is marked as deleted, the screen says how to take that back', async () => {
  const run = await browse();
  await press(run, 'c', 'Which member of');
  const names = Object.keys(memberForms);
  for (const name of names.slice(1, names.indexOf('deleted') + 1)) await press(run, 'j', `> ${name}`);
  await press(run, '\r', 'Set deleted');
  await press(run, 'yes\r', '[ No ]');
  await press(run, 'y', '[ Yes ]');
  // Only then are keys read again: the advice is on the screen while the change is still under way.
  await press(run, '\r', '1 updated; ');
  expect(screenOf(run).join('\n')).toContain('fields update cf_000000000001 --no-deleted');
  run.pty.write('q');
  expect((await run.ended).exitCode).toBe(0);
});

test.each(['as the list comes back from a question', 'while a change is sent'])(
  'e that arrives %s leaves the list again, so that no key of an editor reaches it',
  async when => {
    let field = {id: 'cf_a', name: 'a', label: 'L'};
    let isEarly = when === 'while a change is sent';
    const typeAhead = () => {
      if (isEarly) run.pty.write('e');
      isEarly = false;
    };
    const {run, writes} = await browseServer(
      () => [field],
      method => {
        if (method !== 'PATCH') return undefined;
        typeAhead();
        field = {...field, label: `${field.label}x`};
        return [200, field];
      },
      {EDITOR: createEditor('/^label:/s/$/x/')},
    );
    await run.shows('? keys');
    const {terminal} = run;
    const onData = run.pty.onData(chunk => {
      // The alternate screen.
      if (!chunk.includes('\u001b[?1049h')) return;
      onData.dispose();
      if (!isEarly && when !== 'while a change is sent') run.pty.write('e');
    });
    await press(run, 'e', 'Update "a"');
    expect(terminal.buffer.active.type).toBe('normal');
    terminal.reset();
    run.pty.write(isEarly ? 'y\r' : 'n\r');
    await run.shows('Update "a"');
    expect(terminal.buffer.active.type).toBe('normal');
    await press(run, 'n\r', 'Custom fields of');
    run.pty.write('q');
    await run.ended;
    expect(writes).toHaveLength(when === 'while a change is sent' ? 1 : 0);
  },
);
