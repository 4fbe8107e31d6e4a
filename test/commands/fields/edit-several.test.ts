import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field, reply} from '../../harness/tenant.js';

test('several fields are one text, told by their ids; one that is removed stays as it is', async () => {
  const tenant = createTenant([field('a', {description: 'one'}), field('b'), field('c')]);
  let text = '';
  const {exitCode, stderr, stdout} = await bizctl('fields edit a cf_b c', {
    tenant,
    answer: 'yes',
    editor: shown => {
      text = shown;
      return shown
        .replace('Label of a', 'A')
        .replace('Label of c', 'C')
        .replace(/\n# b,[^#]*/, '');
    },
  });
  expect(text).toMatchInlineSnapshot(`
    "# 3 custom fields. Their ids, names and types cannot change.
    # Save and close to review and confirm the change.
    # An empty or unchanged file sends nothing.
    # A member that you remove is sent as null.
    # Fields that you remove from this list are not changed.

    # a, decimal
    - id: cf_a
      label: Label of a
      description: one

    # b, decimal
    - id: cf_b
      label: Label of b

    # c, decimal
    - id: cf_c
      label: Label of c
    "
  `);
  expect({exitCode, stdout, stderr: stderr.replace(/undo \S+$/m, 'undo RUN')}).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "a "Label of a" (cf_a)
      label: "Label of a" -> "A"
    c "Label of c" (cf_c)
      label: "Label of c" -> "C"
    ? Update these 2 custom fields in https://api.example.com/?
    note: to undo this, run: bizctl fields undo RUN
    ",
      "stdout": "OUTCOME  ID    NAME  TYPE     LABEL  REQUIRED  DESCRIPTION
    updated  cf_a  a     decimal  A                one
    updated  cf_c  c     decimal  C
    ",
    }
  `);
  expect(tenant.requests.filter(request => request.startsWith('PATCH'))).toEqual([
    'PATCH /v2/customFields/cf_a {"label":"A"}',
    'PATCH /v2/customFields/cf_c {"label":"C"}',
  ]);
});

test('--matching edits all fields that contain the word', async () => {
  const tenant = createTenant([field('home_phone'), field('size'), field('work_phone')]);
  const {exitCode} = await bizctl('fields edit --matching phone', {
    tenant,
    answer: 'yes',
    editor: text => text.replaceAll('Label of', 'The'),
  });
  expect(exitCode).toBe(0);
  expect(tenant.requests.filter(request => request.startsWith('PATCH'))).toEqual([
    'PATCH /v2/customFields/cf_home_phone {"label":"The home_phone"}',
    'PATCH /v2/customFields/cf_work_phone {"label":"The work_phone"}',
  ]);
});

test('a member that looks misspelled is pointed out before the question', async () => {
  const {stderr} = await bizctl('fields edit a b', {
    tenant: createTenant([field('a'), field('b')]),
    answer: 'no',
    editor: text => text.replaceAll('  label:', '  lable: x\n  label:'),
  });
  expect(stderr).toMatch(/^warning: .*"lable".*$/m);
  expect(stderr.match(/"lable"/g)).toHaveLength(1);
});

test('--matching without a match names the word', async () => {
  const {exitCode, stderr} = await bizctl('fields edit --matching phone', {
    tenant: createTenant([field('size')]),
    answer: 'yes',
    editor: text => text,
  });
  expect({exitCode, stderr}).toEqual({
    exitCode: 4,
    stderr: 'error: no custom fields match "phone"\nhint: Run: bizctl fields list\n',
  });
});

test('shows only the edited ones of several fields before the question', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const {stderr} = await bizctl('fields edit a b', {
    tenant,
    answer: 'no',
    editor: text => text.replace('Label of b', 'B'),
  });
  expect(stderr).toContain('b "Label of b" (cf_b)\n  label: "Label of b" -> "B"\n');
  expect(stderr).not.toContain('cf_a');
});

test.each([
  ['twice', 'b', 'a', 'the field with the id "cf_a" appears twice', 'Remove one of the two.'],
  [
    'of another field',
    'b',
    'x',
    'the field with the id "cf_x" is not being edited',
    'Restore the ids that were in the text.',
  ],
])('refuses an id %s and says what to do', async (_what, from, to, problem, hint) => {
  const tenant = createTenant([field('a'), field('b')]);
  const editor = (text: string) => text.replace(`cf_${from}`, `cf_${to}`).replace('Label of a', 'New');
  const {exitCode, stderr} = await bizctl('fields edit a b', {tenant, answer: 'no', editor});
  expect({exitCode, hasProblem: stderr.includes(problem), hasHint: stderr.includes(hint)}).toEqual({
    exitCode: 9,
    hasProblem: true,
    hasHint: true,
  });
  expect(tenant.requests.filter(request => !request.startsWith('GET'))).toEqual([]);
});

test('--matching reads a list of several pages twice, as a page may lack a field that moved', async () => {
  const fields = [field('phone_a'), field('b')];
  const list = (request: Request) => {
    const token = new URL(request.url).searchParams.get('page_token');
    return token === null
      ? reply({custom_fields: fields.slice(0, 1), next_page_token: 'two'})
      : reply({custom_fields: fields.slice(1)});
  };
  const tenant = createTenant(fields, {'GET /v2/customFields': list});
  const world = {tenant, answer: 'yes' as const, editor: (text: string) => text};
  expect((await bizctl('fields edit --matching phone', world)).exitCode).toBe(0);
  expect(tenant.requests.filter(each => each.startsWith('GET')).length).toBeGreaterThan(2);
});
