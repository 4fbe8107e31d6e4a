import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {InterruptedError, LocalError} from '../../../src/base/errors.js';
import {parseJson} from '../../../src/json/parse-json.js';
import {bizctl, type World} from '../../harness/run-bizctl.js';
import {createTenant, field, reply} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

const kept: string[] = [];
afterEach(() => {
  for (const path of kept.splice(0)) rmSync(dirname(path), {recursive: true});
});

/** The text at the path that the hint names. */
function keptText(stderr: string): string {
  const path = /Your edits were kept in (\/\S+)/.exec(stderr)?.[1];
  // An empty path would be the current directory, which is removed afterwards.
  if (path === undefined) throw new Error(`no kept text is named in: ${stderr}`);
  kept.push(path);
  return readFileSync(path, 'utf8');
}

function edit(world: World) {
  return bizctl('fields edit name:size', {answer: 'yes', ...world});
}

const exact = parseJson('12345678901234567890.10');
const size = () => field('size', {description: 'How big', default_value: {amount: exact}, validators: []});

test('the editor gets what can change, digit for digit, and the rest as comments', async () => {
  let text = '';
  const editor = (shown: string) => {
    text = shown;
    return shown;
  };
  const tenant = createTenant([size()]);
  expect(await edit({tenant, editor})).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: 'note: the text was not changed, so nothing was sent\n',
  });
  expect(text).toMatchInlineSnapshot(`
    "# Custom field size, decimal, cf_size
    # Its name and type cannot change.
    # Save and close to review and confirm the change.
    # An empty or unchanged file sends nothing.
    # A member that you remove is sent as null.
    label: Label of size
    description: How big
    default_value:
      amount: 12345678901234567890.10
    validators: []
    # hint:
    # deleted:
    # helper_text:
    # display_options:
    # options:
    "
  `);
  expect(tenant.requests).toEqual(['GET /v2/customFields']);
});

test('shows and sends only what differs', async () => {
  const tenant = createTenant([size()]);
  const editor = (text: string) =>
    text.replace('label: Label of size', 'label: Größe').replace('description: How big\n', '');
  const {exitCode, stderr} = await edit({tenant, editor});
  expect({exitCode, stderr: stderr.replace(/undo \S+$/m, 'undo RUN')}).toEqual({
    exitCode: 0,
    stderr:
      'label: "Label of size" -> "Größe"\ndescription: "How big" -> null\n? Update "size" (cf_size) in https://api.example.com/?\nnote: to undo this, run: bizctl fields undo RUN\n',
  });
  expect(tenant.requests.at(-1)).toBe('PATCH /v2/customFields/cf_size {"label":"Größe","description":null}');
});

test.each([
  ['a comment', (text: string) => `# hello\n${text}`],
  [
    'another order',
    (text: string) =>
      text.replace('label: Label of size\ndescription: How big', 'description: How big\nlabel: Label of size'),
  ],
  ['null for an absent member', (text: string) => text.replace('# helper_text:', 'helper_text: null')],
])('%s is not a change', async (_what, editor) => {
  const tenant = createTenant([size()]);
  const {exitCode, stderr} = await edit({tenant, editor});
  expect({exitCode, stderr, count: tenant.requests.length}).toEqual({
    exitCode: 0,
    stderr: 'note: the text was not changed, so nothing was sent\n',
    count: 1,
  });
});

test('an empty text changes nothing and fails', async () => {
  const tenant = createTenant([size()]);
  expect(await edit({tenant, editor: () => '\n'})).toMatchObject({exitCode: 9});
  expect(tenant.requests).toHaveLength(1);
});

test('reports an error with its line and offers to edit again', async () => {
  const tenant = createTenant([size()]);
  let round = 0;
  const editor = (text: string) => {
    round += 1;
    return round === 1 ? text.replace('label: Label of size', 'label: 5') : text.replace('label: 5', 'label: Five');
  };
  const {exitCode, stderr} = await edit({tenant, editor});
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/^error: \S+field\.yaml:6:8: label is not a string: 5\nhint: .*\n\? Edit again\?\n/);
  expect(tenant.requests.at(-1)).toBe('PATCH /v2/customFields/cf_size {"label":"Five"}');
});

test.each(['name: other', 'type: {discriminator: SIMPLE, primitive_type: PHONE}', 'id: other'])(
  'refuses to send %s',
  async line => {
    const tenant = createTenant([size()]);
    const {exitCode, stderr} = await edit({tenant, editor: text => `${text}${line}\n`, answer: 'no'});
    expect(exitCode).toBe(9);
    expect(stderr).toContain('cannot change');
    expect(keptText(stderr)).toContain(line);
    expect(tenant.requests).toHaveLength(1);
  },
);

test('keeps the text when it is not confirmed and when the API refuses it', async () => {
  const editor = (text: string) => text.replace('How big', 'How large');
  const declined = await edit({tenant: createTenant([size()]), editor, answer: 'no'});
  expect(declined.exitCode).toBe(9);
  expect(keptText(declined.stderr)).toContain('How large');
  const refused = await edit({
    tenant: createTenant([size()], {'PATCH /': () => reply({message: 'no'}, {status: 422})}),
    editor,
    answer: question => (question === 'Edit again?' ? 'no' : 'yes'),
  });
  expect(refused.exitCode).toBe(9);
  expect(refused.stderr).toContain('error: HTTP 422: no (PATCH /v2/customFields/cf_size)\n? Edit again?\n');
  expect(keptText(refused.stderr)).toContain('How large');
});

test('offers the editor again, with the text and the reason, when the API refuses an edit (row 183)', async () => {
  const tenant = createTenant([size()], {'PATCH /#1': () => reply({message: 'too short'}, {status: 422})});
  const texts: string[] = [];
  const editor = (text: string) => {
    texts.push(text);
    return text.includes('label: L') && !text.includes('Label of')
      ? text.replace('label: L', 'label: Long')
      : text.replace('label: Label of size', 'label: L');
  };
  const {exitCode, stderr} = await edit({tenant, editor});
  expect({exitCode, asked: stderr.match(/^(?:error|\?).*$/gm)}).toEqual({
    exitCode: 0,
    asked: [
      '? Update "size" (cf_size) in https://api.example.com/?',
      'error: HTTP 422: too short (PATCH /v2/customFields/cf_size)',
      '? Edit again?',
      '? Update "size" (cf_size) in https://api.example.com/?',
    ],
  });
  expect(texts[1]).toContain('label: L\n');
  expect(tenant.requests.at(-1)).toBe('PATCH /v2/customFields/cf_size {"label":"Long"}');
});

test('edits despite a member that changes with every read (row 148)', async () => {
  const tenant = createTenant([size()]);
  const fetch: typeof tenant.fetch = async request => {
    const {custom_fields, ...body} = JSON.parse(await (await tenant.fetch(request)).text());
    const reads = tenant.requests.length;
    return reply(custom_fields ? {custom_fields: custom_fields.map((one: object) => ({...one, reads}))} : body);
  };
  const {exitCode} = await edit({tenant: {fetch}, editor: text => text.replace('How big', 'How large')});
  expect(exitCode).toBe(0);
  expect(tenant.requests.at(-1)).toBe('PATCH /v2/customFields/cf_size {"description":"How large"}');
});

test('does not overwrite a field that someone else changed meanwhile', async () => {
  const tenant = createTenant([size()]);
  const editor = (text: string) => text.replace('How big', 'How large');
  const fetch: typeof tenant.fetch = async request => {
    if (tenant.requests.length === 1)
      await tenant.fetch(
        new Request('https://api.example.com/v2/customFields/cf_size', {
          method: 'PATCH',
          body: '{"label":"theirs"}',
          headers: {'content-type': 'application/json'},
        }),
      );
    return tenant.fetch(request);
  };
  const {exitCode, stderr} = await edit({tenant: {fetch}, editor});
  expect(exitCode).toBe(9);
  expect(stderr).toContain('"size" was changed while you were editing it');
  expect(keptText(stderr)).toContain('How large');
  expect(tenant.fields()[0]).toContain('"description":"How big"');
});

test.each([
  ['name:size', 'name:size'],
  ['size', 'ID'],
  ['name:size name:other', 'ID'],
])('says what to do instead of editing %s when there is no terminal', async (fields, example) => {
  expect(await bizctl(`fields edit ${fields}`, {tenant: createTenant([size()])})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: editing needs a terminal\nhint: To change it with options, pass its id or name:NAME, for example: bizctl fields update ${example} --label LABEL\n`,
  });
});

test('Ctrl-C between the writes says how many were made, and where the text is (rows 37, 183)', async () => {
  const interruption = new AbortController();
  const tenant = createTenant([field('a'), field('b')], {
    'PATCH /v2/customFields#1': (_request, carryOut) => {
      interruption.abort(new InterruptedError());
      return carryOut();
    },
  });
  const {exitCode, stderr} = await bizctl('fields edit a b --concurrency 1', {
    tenant,
    answer: 'yes',
    editor: text => text.replaceAll('label: Label', 'label: New'),
    signal: interruption.signal,
  });
  expect(keptText(stderr)).toContain('label: New of b');
  expect({exitCode, error: /^error: .*$/m.exec(stderr)?.[0]}).toEqual({
    exitCode: 130,
    error: 'error: interrupted; succeeded: 1, failed: 0, not tried: 1',
  });
});

test.each([
  ['nothing was changed', (text: string) => text, 'yes', 0],
  ['it was sent', (text: string) => text.replace('How big', 'How large'), 'yes', 0],
  ['it was emptied', () => '', 'yes', 9],
] as const)('leaves no text behind when %s', async (_what, editor, answer, exitCode) => {
  let draft = '';
  const seen = (text: string, path: string) => {
    draft = path;
    return editor(text);
  };
  expect(await edit({tenant: createTenant([size()]), editor: seen, answer})).toMatchObject({exitCode});
  expect({isNamed: draft.endsWith('field.yaml'), isThere: existsSync(dirname(draft))}).toEqual({
    isNamed: true,
    isThere: false,
  });
});

test('keeps and names the recovery file of the editor (row 183)', async () => {
  const editor = (text: string, path: string) => {
    writeFileSync(path, text);
    writeFileSync(join(dirname(path), '.field.yaml.swp'), 'typed');
    throw new LocalError('the editor "vim" was killed by SIGKILL');
  };
  const {exitCode, stderr} = await edit({tenant: createTenant([size()]), editor});
  const [, directory = ''] = /^hint: Your editor may have saved the text in (\/\S+)$/m.exec(stderr) ?? [];
  kept.push(join(directory, 'field.yaml'));
  expect({exitCode, kept: readFileSync(join(directory, '.field.yaml.swp'), 'utf8')}).toEqual({
    exitCode: 11,
    kept: 'typed',
  });
});

test('an interrupted edit keeps the text that an editor may still have open (row 183)', async () => {
  const editor = () => {
    throw new InterruptedError();
  };
  const {exitCode, stderr} = await edit({tenant: createTenant([size()]), editor});
  const [, directory = ''] = /^hint: Your editor may have saved the text in (\/\S+)$/m.exec(stderr) ?? [];
  kept.push(join(directory, 'field.yaml'));
  expect({exitCode, isThere: existsSync(join(directory, 'field.yaml'))}).toEqual({exitCode: 130, isThere: true});
});

test('can remove the only member, and Ctrl-C says where the text is', async () => {
  const tenant = createTenant([field('size', {label: 'x'})]);
  const editor = (text: string) => text.replace('label: x\n', '');
  expect((await edit({tenant, editor})).exitCode).toBe(0);
  expect(tenant.requests.at(-1)).toBe('PATCH /v2/customFields/cf_size {"label":null}');
  const stopped = await edit({tenant: createTenant([field('size', {label: 'x'})]), editor, answer: 'Ctrl-C'});
  expect(stopped.exitCode).toBe(130);
  expect(keptText(stopped.stderr)).toContain('# hint:');
});

test('escapes control characters in the change it shows (rows 91, 92)', async () => {
  const tenant = createTenant([field('size', {description: 'a\u009b2Jb\u202e'})]);
  const {stderr} = await edit({
    tenant,
    editor: text => text.replace('label: Label of size', 'label: b'),
    answer: 'yes',
  });
  expect(stderr).not.toMatch(/[\u0080-\u009f\u202e]/);
  const taken = await edit({tenant, editor: text => text.replace(/description: .*\n/, ''), answer: 'yes'});
  expect(taken.stderr).toContain('description: "a\\u009b2Jb\\u202e" -> null');
});

test.each([
  ['an unknown id', (text: string) => text.replace('cf_b', 'cf_x'), 'the field with the id "cf_x" is not being edited'],
  ['no id', (text: string) => text.replace('- id: cf_b\n  ', '- '), 'the id is missing'],
  ['an id twice', (text: string) => text.replace('cf_b', 'cf_a'), 'the field with the id "cf_a" appears twice'],
  ['a name', (text: string) => text.replace('id: cf_b', 'id: cf_b\n  name: z'), 'the name of a field cannot change'],
])('a list with %s is refused with its place, and nothing is sent', async (_what, editor, problem) => {
  const tenant = createTenant([field('a'), field('b')]);
  const {exitCode, stderr} = await bizctl('fields edit a b', {
    tenant,
    answer: question => (question === 'Edit again?' ? 'no' : 'yes'),
    editor,
  });
  keptText(stderr);
  expect({exitCode, stderr}).toEqual({
    exitCode: 9,
    stderr: expect.stringMatching(new RegExp(`fields\\.yaml:\\d+:\\d+: ${problem}`)),
  });
  expect(tenant.requests).toEqual(['GET /v2/customFields']);
});

test('--dry-run shows the requests instead of sending them', async () => {
  const tenant = createTenant([field('a')]);
  const {exitCode, stdout} = await bizctl('fields edit a --dry-run --json', {
    tenant,
    answer: 'no',
    editor: text => text.replace('Label of a', 'A'),
  });
  expect({exitCode, requests: JSON.parse(stdout)}).toEqual({
    exitCode: 0,
    requests: [{method: 'PATCH', path: '/v2/customFields/cf_a', body: {label: 'A'}}],
  });
  expect(tenant.requests.some(request => request.startsWith('PATCH'))).toBe(false);
});

test.each([
  ['unchanged', (text: string) => text],
  ['unchanged but for space at its end', (text: string) => `${text}\n \n`],
  ['emptied', () => ' \n'],
])('keeps no text that is %s when the editor fails', async (_what, change) => {
  const editor = (text: string, path: string): string => {
    writeFileSync(path, change(text));
    throw new LocalError('the editor failed');
  };
  const {exitCode, stderr} = await edit({tenant: createTenant([size()]), editor});
  expect({exitCode, isKept: stderr.includes('Your edits were kept in')}).toEqual({exitCode: 11, isKept: false});
});

test('names the choices that an edit removes before it asks', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [
      {
        options: [
          {id: '1', title: 'x'},
          {id: '2', title: 'y'},
        ],
      },
    ],
  };
  const tenant = createTenant([field('size', {options})]);
  const editor = (text: string) => text.replace(/ +- id: "2"\n +title: "y"\n/, '');
  const {exitCode, stderr} = await edit({tenant, editor});
  expect({
    exitCode,
    isNamed: stderr.includes('! would remove this choice and the values stored for it: "y"'),
  }).toEqual({
    exitCode: 0,
    isNamed: true,
  });
});

test('reads a text with many blank lines and comments in linear time (row 162)', async () => {
  const tenant = createTenant([size()]);
  const editor = (text: string) => `${'\n# a comment\n'.repeat(5000)}${text.replace('Label of size', 'Size')}`;
  expect((await edit({tenant, editor})).exitCode).toBe(0);
  expect(tenant.fields()[0]).toContain('"label":"Size"');
});

test('members that the list shows are sent only if they were edited (row 148)', async () => {
  const shown = {deleted: false, hint: 'A hint'};
  const tenant = createTenant([field('a', shown), field('b', shown)]);
  const relabel = (text: string) => text.replace('Label of a', 'New');
  expect((await bizctl('fields edit a b', {tenant, answer: 'yes', editor: relabel})).exitCode).toBe(0);
  const remove = (text: string) => text.replace('deleted: false\n', '');
  expect(await bizctl('fields edit b', {tenant, answer: 'yes', editor: remove})).toMatchObject({
    stderr: 'note: the text was not changed, so nothing was sent\n',
  });
  expect(tenant.requests.filter(each => each.startsWith('PATCH'))).toEqual([
    'PATCH /v2/customFields/cf_a {"label":"New"}',
  ]);
});

test('what the API has returned itself is not refused, what was edited is (row 59)', async () => {
  allowViolations();
  const shown = {validators: [{required: true}], options: {groups: [{header: 5, options: [{id: '1', title: 'x'}]}]}};
  const tenant = createTenant([field('a', shown)], {
    'PATCH ': async request => reply({...field('a', shown), ...JSON.parse(await request.text())}),
  });
  const relabel = (text: string) => text.replace('Label of a', 'New');
  expect((await bizctl('fields edit a', {tenant, answer: 'yes', editor: relabel})).exitCode).toBe(0);
  expect((await bizctl('fields update cf_a --no-required', {tenant})).exitCode).toBe(0);
  expect((await bizctl('fields update name:a --option z', {tenant})).exitCode).toBe(0);
  const misshape = (text: string) => text.replace('required: true', 'required: "yes"');
  const {stderr} = await bizctl('fields edit a', {tenant, answer: 'no', editor: misshape});
  expect(stderr).toMatch(/^error: \/.*:\d+:\d+: validators\[0\]\.required is not true or false: "yes"$/m);
  expect(keptText(stderr)).toContain('required: "yes"');
});
