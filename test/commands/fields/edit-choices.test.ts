import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

const choice = (title: string) => ({id: `o_${title}`, title});
const options = (...titles: readonly string[]) => ({
  display_type: 'RADIO',
  groups: [{header: 'G', options: titles.map(choice)}],
});

/** Edits a field with three choices; returns the write, if any, and what was printed. */
async function edit(editor: (text: string) => string | Uint8Array) {
  const tenant = createTenant([field('a', {options: options('m', 'f', 't')})]);
  const outcome = await bizctl('fields edit a', {tenant, answer: 'yes', editor});
  return {...outcome, writes: tenant.requests.filter(request => !request.startsWith('GET '))};
}

test.each<[string, (text: string) => string]>([
  ['deleted', text => text.replaceAll(/^( *)- id: o_\w+\n +title/gm, '$1- title')],
  ['copied from another', text => text.replace('o_f', 'o_m')],
  ['swapped', text => text.replace('o_f', 'X').replace('o_m', 'o_f').replace('X', 'o_m')],
  ['made up', text => text.replace('o_f', 'foreign')],
])(
  'ids of choices that were %s stay with their titles, so that no stored values are lost (row 149)',
  async (_what, editor) => {
    expect(await edit(editor)).toMatchObject({exitCode: 0, writes: []});
    const labelled = await edit(text => editor(text).replace('Label of a', 'New'));
    expect(labelled).toMatchObject({exitCode: 0, writes: ['PATCH /v2/customFields/cf_a {"label":"New"}']});
  },
);

test('exchanged titles are named before the question (row 149)', async () => {
  const {exitCode, stderr} = await edit(text =>
    text.replace('title: m', 'title: X').replace('title: f', 'title: m').replace('title: X', 'title: f'),
  );
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(
    /warning: a: choices are matched by title, so these are not renamed: "f" has the id o_m of "m"[^\n]*\n(?:.*\n)*.*Update "a"/,
  );
});

test('an id is not used to rename a choice to the title of another one: the text can be edited again (row 149)', async () => {
  const tenant = createTenant([field('a', {options: options('m', 'f', 't')})]);
  const {exitCode, stderr} = await bizctl('fields edit a', {
    tenant,
    answer: question => (question === 'Edit again?' ? 'no' : 'yes'),
    editor: text => text.replace('title: f', 'title: food').replace('title: m', 'title: f'),
  });
  expect({exitCode, stderr}).toEqual({
    exitCode: 9,
    stderr: expect.stringContaining(
      'the choice "m" would be removed: the input uses its id "o_m" for "f", but another choice is titled "f"',
    ),
  });
  expect(tenant.requests.filter(request => !request.startsWith('GET '))).toEqual([]);
});

test('a choice whose id another group has too can be deleted (row 149)', async () => {
  const group = (header: string, title: string) => ({
    header,
    options: [
      {id: '1', title},
      {id: '2', title: `${title}2`},
    ],
  });
  const tenant = createTenant([
    field('a', {options: {display_type: 'RADIO', groups: [group('G', 'A'), group('H', 'C')]}}),
  ]);
  const editor = (text: string) => text.replace(/ *- id: "1"\n *title: A\n/, '');
  expect((await bizctl('fields edit a', {tenant, answer: 'yes', editor})).exitCode).toBe(0);
  const [sent = ''] = tenant.requests.filter(request => request.startsWith('PATCH '));
  expect(JSON.parse(sent.split(' ').slice(2).join(' ')).options.groups).toEqual([
    {header: 'G', options: [{id: '2', title: 'A2'}]},
    group('H', 'C'),
  ]);
});

test('a renamed choice keeps its id, and a new one has none', async () => {
  const {exitCode, writes} = await edit(text =>
    text.replace('title: f', 'title: food').replace(/( *)- id: o_t/, '$1- title: new\n$&'),
  );
  expect(exitCode).toBe(0);
  expect(JSON.parse(writes[0]?.split(' ').slice(2).join(' ') ?? '{}').options.groups[0].options).toEqual([
    choice('m'),
    {id: 'o_f', title: 'food'},
    {title: 'new'},
    choice('t'),
  ]);
});

test('a mark of deletion says how to undo it, as an update does', async () => {
  const {exitCode, stderr} = await edit(text => text.replace('# deleted:', 'deleted: true'));
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr: expect.stringContaining(
      'lists may leave out a field that is marked as deleted; to clear the mark, run: bizctl fields update cf_a --no-deleted',
    ),
  });
});

test('a text in another encoding is refused, and kept where the user finds it (row 183)', async () => {
  const tenant = createTenant([field('a', {label: 'Gr\u00f6\u00dfe'})]);
  const {exitCode, stderr} = await bizctl('fields edit a', {
    tenant,
    answer: question => (question === 'Edit again?' ? 'no' : 'yes'),
    editor: text => Buffer.from(text, 'latin1'),
  });
  const path = /^hint: Your edits were kept in (\/\S+)$/m.exec(stderr)?.[1] ?? '';
  expect({exitCode, isRefused: stderr.includes('the text is not UTF-8')}).toEqual({exitCode: 9, isRefused: true});
  expect(readFileSync(path, 'latin1')).toContain('Gr\u00f6\u00dfe');
  rmSync(dirname(path), {recursive: true});
  expect(tenant.requests.filter(request => !request.startsWith('GET '))).toEqual([]);
});

test('a text without its members, but for comments, is empty and sends nothing (row 108)', async () => {
  const onlyComments = (text: string) => text.replaceAll(/^[^#].*\n/gm, '');
  expect(await edit(onlyComments)).toMatchObject({
    exitCode: 9,
    stderr: expect.stringContaining('the text is empty; nothing was changed'),
    writes: [],
  });
});

test.each([
  ['the text is unchanged', (text: string) => text],
  ['the changes were sent', (text: string) => text.replace('Label of a', 'New')],
])('other files that were saved beside the text stay when %s (row 183)', async (_what, editor) => {
  let directory = '';
  const tenant = createTenant([field('a')]);
  const {exitCode, stderr} = await bizctl('fields edit a', {
    tenant,
    answer: 'yes',
    editor: (text, path) => {
      directory = dirname(path);
      writeFileSync(join(directory, 'my-field.yaml'), 'a draft');
      for (const left of ['field.yaml~', '.field.yaml.swp', '#field.yaml#', 'field.yaml.~1~', '.#field.yaml'])
        writeFileSync(join(directory, left), text);
      return editor(text);
    },
  });
  expect({exitCode, left: readdirSync(directory)}).toEqual({exitCode: 0, left: ['my-field.yaml']});
  expect(stderr).toContain(`note: other files that your editor saved were kept in ${directory}\n`);
  rmSync(directory, {recursive: true});
});

test('a hint, which the API never shows, can be cleared', async () => {
  const {writes} = await edit(text => `${text}\nhint: null\n`);
  expect(writes).toEqual(['PATCH /v2/customFields/cf_a {"hint":null}']);
});

test('the only member of a text may be removed', async () => {
  const tenant = createTenant([field('a')]);
  const editor = (text: string) => text.replaceAll(/^[^#].*\n/gm, '');
  expect((await bizctl('fields edit a', {tenant, answer: 'yes', editor})).exitCode).toBe(0);
  expect(tenant.requests.filter(request => !request.startsWith('GET '))).toEqual([
    'PATCH /v2/customFields/cf_a {"label":null}',
  ]);
});

test('a new choice cannot be made the default before it has an id, which is said before anything is sent', async () => {
  const tenant = createTenant([field('a', {options: options('m', 'f')})]);
  const {exitCode, stderr} = await bizctl('fields edit a', {
    tenant,
    answer: question => (question === 'Edit again?' ? 'no' : 'yes'),
    editor: text =>
      text
        .replace(/^( *)- id: o_m\n/m, '$1- id: x\n$1  title: new\n$&')
        .replace(/^( *)groups:/m, '$1default_option_id: x\n$&'),
  });
  expect({exitCode, stderr}).toEqual({
    exitCode: 9,
    stderr: expect.stringContaining(
      'the new choice "new" cannot be the default yet: it has no id until it is saved\nhint: Save the choice first, then edit the field again.\n',
    ),
  });
  expect(tenant.requests.filter(request => !request.startsWith('GET '))).toEqual([]);
});

test.each([
  ['"hidden":false,"color":"blue"', 9],
  ['"hidden":false,"color":"red"', 0],
])(
  'does not overwrite what someone else set meanwhile in a member that it sends, undocumented or not: %s',
  async (theirs, exitCode) => {
    allowViolations();
    const tenant = createTenant([field('a', {display_options: {type: 'DEFAULT', hidden: false, color: 'red'}})]);
    const fetch: typeof tenant.fetch = async request => {
      if (tenant.requests.length === 1)
        await tenant.fetch(
          new Request('https://api.example.com/v2/customFields/cf_a', {
            method: 'PATCH',
            body: `{"display_options":{"type":"DEFAULT",${theirs}}}`,
            headers: {'content-type': 'application/json'},
          }),
        );
      return tenant.fetch(request);
    };
    const editor = (text: string) => text.replace('hidden: false', 'hidden: true');
    const outcome = await bizctl('fields edit a', {tenant: {fetch}, answer: 'yes', editor});
    const [, kept] = /kept in (\S+)/.exec(outcome.stderr) ?? [];
    if (kept !== undefined) rmSync(dirname(kept), {recursive: true});
    expect({...outcome, isSaid: outcome.stderr.includes('"a" was changed while you were editing it')}).toMatchObject({
      exitCode,
      isSaid: exitCode === 9,
    });
    expect(tenant.fields()[0]).toContain(exitCode === 9 ? theirs : '"hidden":true,"color":"red"');
  },
);
