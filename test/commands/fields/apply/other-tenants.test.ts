import {expect, test} from 'vitest';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, field, reply} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {run, journals} = useFieldsAsCode();

const choices = (...titles: readonly (readonly [string, string])[]) => ({
  options: {display_type: 'DROPDOWN', groups: [{options: titles.map(([id, title]) => ({id, title}))}]},
});

/** The bodies that a tenant received. */
function bodiesOf(tenant: ReturnType<typeof createTenant>) {
  return writesOf(tenant).map(line => JSON.parse(line.slice(line.indexOf('{'))));
}

test('exports documented members only, and says once what it leaves out (row 148)', async () => {
  const extra = {updated_at: 1, ...choices(['x', 'X']), display_options: {type: 'DEFAULT', revision: 2}};
  const tenant = createTenant([field('a', extra), field('b', {updated_at: 2})]);
  const {stdout, stderr} = await run('fields export --json', tenant);
  expect(JSON.parse(stdout)).toEqual({
    custom_fields: [
      {
        name: 'a',
        type: decimal,
        label: 'Label of a',
        ...choices(['x', 'X']),
        display_options: {type: 'DEFAULT'},
      },
      {name: 'b', type: decimal, label: 'Label of b'},
    ],
  });
  expect(stderr).toBe(
    '{"note":{"message":"left out members that are not in the API reference: display_options.revision, updated_at; use --all to keep them"}}\n',
  );
  const whole = await run('fields export --json --all --with-ids', tenant);
  expect(whole.stderr).toBe('');
  expect(JSON.parse(whole.stdout).custom_fields[1]).toEqual(JSON.parse(tenant.fields()[1] ?? ''));
});

test('matches choices by id, then header and title, then title, and never sends an id of another tenant (row 149)', async () => {
  const theirs = createTenant([field('a', choices(['1', 'Low'], ['2', 'High'], ['3', 'Urgent']))]);
  const {stdout} = await run('fields export', theirs);
  const ours = createTenant([field('a', choices(['x', 'Low'], ['y', 'High']))]);
  expect((await run('fields apply -f - --yes', ours, {stdin: stdout})).exitCode).toBe(0);
  expect(bodiesOf(ours)).toEqual([
    {
      options: {
        display_type: 'DROPDOWN',
        groups: [{options: [{id: 'x', title: 'Low'}, {id: 'y', title: 'High'}, {title: 'Urgent'}]}],
      },
    },
  ]);
  expect((await run('fields plan -f - --check', ours, {stdin: stdout})).exitCode).toBe(0);
});

test('goes by titles where ids of two tenants collide (row 149)', async () => {
  const tenant = createTenant([field('a', choices(['1', 'Low'], ['2', 'High']))]);
  const {options} = choices(['2', 'Low'], ['1', 'High'], ['3', 'Urgent']);
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', options}]})};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  expect(bodiesOf(tenant)[0].options.groups[0].options).toEqual([
    {id: '1', title: 'Low'},
    {id: '2', title: 'High'},
    {title: 'Urgent'},
  ]);
});

test('renames a choice that is declared with its id, and keeps its values (row 149)', async () => {
  const tenant = createTenant([field('a', choices(['1', 'Low'], ['2', 'High']))]);
  const {options} = choices(['1', 'Low'], ['2', 'Highest']);
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', options}]})};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  expect(bodiesOf(tenant)).toEqual([{options}]);
});

test('lets the default follow its choice, also on a field whose choices get other ids (row 149)', async () => {
  const options = {...choices(['1', 'Low'], ['2', 'High']).options, default_option_id: '2'};
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type: decimal, options}]})};
  const existing = createTenant([field('a', choices(['x', 'Low'], ['y', 'High']))]);
  expect((await run('fields apply -f f.yaml --yes', existing, {files})).exitCode).toBe(0);
  expect(bodiesOf(existing)).toEqual([
    {options: {...choices(['x', 'Low'], ['y', 'High']).options, default_option_id: 'y'}},
  ]);
  const empty = createTenant();
  expect((await run('fields apply -f f.yaml --yes', empty, {files})).exitCode).toBe(0);
  const stored = JSON.parse(empty.fields()[0] ?? '').options;
  const [low, high] = stored.groups[0].options;
  expect(stored).toEqual({...choices([low.id, 'Low'], [high.id, 'High']).options, default_option_id: high.id});
  expect(bodiesOf(empty)).toEqual([
    {
      name: 'a',
      type: decimal,
      options: {display_type: 'DROPDOWN', groups: [{options: [{title: 'Low'}, {title: 'High'}]}]},
    },
    {options: stored},
  ]);
  expect((await run('fields plan -f f.yaml --check', empty, {files})).exitCode).toBe(0);
});

test('counts choices that go as losses, and names what looks like a renamed one (row 149)', async () => {
  const tenant = createTenant([field('a', choices(['x', 'Low'], ['y', 'High']))]);
  const {options} = choices(['x', 'Low'], ['', 'Highest']);
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', options}]})};
  expect(await run('fields apply -f f.yaml --yes', tenant, {files})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: `warning: f.yaml:1:19: "a": the choice "High" would be removed and "Highest" added in its place; to rename it and keep its values, give the new choice its id: y
error: 1 choice would be removed (choice "High" of a), but --expect-deletes is missing
hint: If the plan is right, pass --expect-deletes 1.
`,
  });
  expect((await run('fields plan -f f.yaml', tenant, {files})).stdout).toContain(
    '\nwarning   f.yaml:1:19: "a": the choice "High" would be removed and "Highest" added in its place; to rename it and keep its values, give the new choice its id: y\n',
  );
  expect((await run('fields apply -f f.yaml --yes --expect-deletes 1', tenant, {files})).exitCode).toBe(0);
});

test('keeps what a tenant has for choices and their group when the header changes (row 149)', async () => {
  const choice = {id: 'x', title: 'T', x_color: 'red'};
  const options = {display_type: 'RADIO', groups: [{header: 'Old', x_icon: 'i', options: [choice]}]};
  const tenant = createTenant([field('a', {options})]);
  const declared = {name: 'a', options: {display_type: 'RADIO', groups: [{header: 'New', options: [{title: 'T'}]}]}};
  const files = {'f.yaml': JSON.stringify({custom_fields: [declared]})};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').options).toEqual({
    ...options,
    groups: [{header: 'New', x_icon: 'i', options: [choice]}],
  });
});

test('refuses an id that contradicts the tenant by name, and plans no replacement (row 149)', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const files = {
    'f.yaml': 'custom_fields: [{id: cf_b, name: a, label: X}, {id: zz, name: b}, {id: none, name: c}]',
  };
  const {stdout} = await run('fields plan -f f.yaml --json', tenant, {files});
  const {changes, refusals} = JSON.parse(stdout);
  expect({changes, messages: refusals.map(({message}: {message: string}) => message)}).toEqual({
    changes: [],
    messages: [
      'f.yaml:1:17: "a": the id cf_b belongs to the field "b" on this tenant',
      'f.yaml:1:48: "b": the field with that name has the id cf_b on this tenant, not zz',
      'f.yaml:1:67: "c": no field has the id none on this tenant',
    ],
  });
});

test('sends no null of another field with a create: promotion and replacement (rows 149, 152)', async () => {
  const shown = field('a', {description: null, helper_text: null, options: null});
  const source = createTenant([shown]);
  const exported = (await run('fields export --json', source)).stdout;
  const target = createTenant();
  expect((await run('fields apply -f e.json --yes', target, {files: {'e.json': exported}})).exitCode).toBe(0);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', type: {...decimal, primitive_type: 'PHONE'}}]})};
  await run('fields apply -f f.json --yes --replace a --expect-deletes 1', source, {files});
  expect([...writesOf(target), ...writesOf(source)].filter(each => each.startsWith('POST'))).toEqual([
    expect.not.stringContaining('null'),
    expect.not.stringContaining('null'),
  ]);
});

test('shows a new order of units, and takes no for an answer (row 154)', async () => {
  const units = (...duration_units: readonly string[]) => ({
    display_options: {type: 'DEFAULT', duration: {duration_units}},
  });
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', ...units('HOURS', 'DAYS')}]})};
  const sorted = field('a', units('DAYS', 'HOURS'));
  const tenant = createTenant([sorted], {'PATCH /v2/customFields': () => reply(sorted)});
  const {exitCode, stdout} = await run('fields plan -f f.json --check', tenant, {files});
  expect(exitCode).toBe(8);
  expect(stdout).toContain('~ order of display_options.duration.duration_units: "DAYS", "HOURS" -> "HOURS", "DAYS"\n');
  const applied = await run('fields apply -f f.json --yes', tenant, {files});
  expect(applied.exitCode).toBe(0);
  expect(applied.stderr).toContain(
    'note: the API uses its own order for the display_options.duration.duration_units of "a"\n',
  );
  expect((await run('fields plan -f f.json --check', tenant, {files})).exitCode).toBe(0);
});

test('shows a new order of choices, keeps the numbers of the API ascending, and takes no for an answer (row 154)', async () => {
  const numbered = (...ids: readonly string[]) => ({
    options: {
      display_type: 'RADIO',
      groups: [{options: ids.map((id, index) => ({id, title: id, sort_order: index + 1}))}],
    },
  });
  const files = {
    'f.yaml':
      'custom_fields: [{name: a, options: {display_type: RADIO, groups: [{options: [{title: y}, {title: x}]}]}}]',
  };
  const tenant = createTenant([field('a', numbered('x', 'y'))]);
  expect((await run('fields plan -f f.yaml', tenant, {files})).stdout).toContain(
    '~ order of options.groups[0].options: "x", "y" -> "y", "x"\n',
  );
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '')).toEqual(field('a', numbered('y', 'x')));
  const stubborn = createTenant([field('a', numbered('x', 'y'))], {
    'PATCH /v2/customFields': () => reply(field('a', numbered('x', 'y'))),
  });
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', stubborn, {files});
  expect(exitCode).toBe(0);
  expect(stderr).toContain('note: the API uses its own order for the choices of "a"\n');
  expect((await run('fields plan -f f.yaml --check', stubborn, {files})).exitCode).toBe(0);
  expect(writesOf(stubborn)).toHaveLength(1);
  const other = {'f.yaml': files['f.yaml'].replace('{title: y}, {title: x}', '{title: y, subtitle: s}, {title: x}')};
  expect((await run('fields plan -f f.yaml --check', stubborn, {files: other})).exitCode).toBe(8);
});

test('a replacement carries over what the file does not declare, and shows it (row 152)', async () => {
  const tenant = createTenant([field('a', {description: 'D', updated_at: 1, ...choices(['x', 'X'])})]);
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  const {stdout} = await run('fields plan -f f.yaml --json --replace a', tenant, {files});
  expect((await run(line, tenant, {files})).exitCode).toBe(0);
  const body = {
    name: 'a',
    type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'},
    label: 'Label of a',
    description: 'D',
    options: {display_type: 'DROPDOWN', groups: [{options: [{title: 'X'}]}]},
  };
  expect(JSON.parse(stdout).changes[0].body).toEqual(body);
  expect(JSON.parse(writesOf(tenant)[1]?.slice('POST /v2/customFields '.length) ?? '')).toEqual(body);
});

test('finds the id of a field by reading back when the reply lacks it (row 137)', async () => {
  allowViolations();
  for (const status of [200, 201, 202])
    for (const answer of [{name: 'new'}, {}]) {
      const tenant = createTenant([field('a', {label: 'New label'})], {
        'POST /v2/customFields': async (_request, carryOut) => {
          await carryOut();
          return reply(answer, {status});
        },
      });
      const {exitCode, stdout} = await run('fields apply -f f.yaml --yes --json', tenant);
      const {id} = JSON.parse(tenant.fields()[1] ?? '');
      expect({exitCode, rows: JSON.parse(stdout)}).toEqual({
        exitCode: 0,
        rows: [{action: 'create', name: 'new', id, outcome: 'done', run: journals().at(-1)?.[0].run}],
      });
      expect(
        journals()
          .at(-1)
          ?.find(({event}) => event === 'done')?.id,
      ).toBe(id);
      expect(writesOf(tenant)).toHaveLength(1);
    }
});

test.each([
  ['the id of a job', {id: 'job-1', status: 'PENDING'}, 202],
  ['only an id, and a status of accepted work', {id: 'job-1'}, 202],
  ['the id of a job with the name of the field', {id: 'job-1', name: 'n', status: 'QUEUED'}, 202],
  ['an id and a failure', {id: 'z', success: false}, 201],
  ['a field whose id is empty', {id: '', name: 'new'}, 201],
])('takes %s for no field, and finds it by its name (row 137)', async (_what, receipt, status) => {
  allowViolations();
  const tenant = createTenant([], {
    'POST /v2/customFields': async (_request, carryOut) => {
      await carryOut();
      return reply(receipt, {status});
    },
  });
  const files = {'f.yaml': `custom_fields: [{name: new, type: ${declaredType}}]`};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  const [{id} = {id: ''}] = tenant.fields().map(text => JSON.parse(text));
  const entries = journals()[0] ?? [];
  expect(entries.find(({event}) => event === 'done')).toMatchObject({action: 'create', id});
  expect((await run(`fields undo ${entries[0].run} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
  expect(tenant.fields()).toEqual([]);
});

test('takes a reply with nothing but the id for the field', async () => {
  allowViolations();
  const tenant = createTenant([], {
    'POST /v2/customFields': async (_request, carryOut) => {
      const {id} = JSON.parse(await (await carryOut()).text());
      return reply({id}, {status: 201});
    },
  });
  const files = {'f.yaml': `custom_fields: [{name: new, type: ${declaredType}}]`};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  // Before the create, and to verify it.
  expect(tenant.requests.filter(each => each.startsWith('GET'))).toHaveLength(2);
});

test('leaves a create open when its id cannot be found (row 137)', async () => {
  const tenant = createTenant([field('a', {label: 'New label'})], {
    'POST /v2/customFields': () => reply({name: 'new'}, {status: 201}),
  });
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant);
  expect(exitCode).toBe(7);
  expect(stderr).toContain('creating "new" succeeded, but the reply has no id, and the field is not listed');
  expect(journals()[0]?.map(({event}) => event)).toEqual(['run', 'intent', 'end']);
});

test('waits until what it created is listed, and reports two fields of one name (row 138)', async () => {
  let reads = 0;
  const lagging = createTenant([], {
    'GET /v2/customFields': async (_request, carryOut) => {
      reads += 1;
      return reads < 8 ? reply({custom_fields: []}) : carryOut();
    },
  });
  expect((await run('fields apply -f f.yaml --yes', lagging)).exitCode).toBe(0);
  const theirs = field('new', {label: 'New'});
  const foreign = createTenant([], {
    'GET /v2/customFields#2': () => reply({custom_fields: [field('a', {label: 'New label'}), theirs]}),
    'GET /v2/customFields#3': () => reply({custom_fields: [field('a', {label: 'New label'}), theirs]}),
  });
  const never = createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: reads++ < 9 ? [] : [field('a', {label: 'New label'}), theirs]}),
  });
  expect(
    (await run('fields apply -f f.yaml --yes', foreign, {env: {BIZCTL_BASE_URL: 'https://foreign.example.com'}}))
      .exitCode,
  ).toBe(0);
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', never, {
    env: {BIZCTL_BASE_URL: 'https://never.example.com'},
  });
  expect(exitCode).toBe(7);
  expect(stderr).toMatch(/^error: all writes succeeded, but the new field with id \S+ \(and 1 more\) is not listed$/m);
  expect(stderr).toContain('To see what differs, plan the same files again.');
});

test('refuses an id that no URL can hold before the first write, and sends any other (row 153)', async () => {
  allowViolations();
  const files = {'f.yaml': 'custom_fields: [{name: a, label: X}, {name: b, label: Y}]'};
  const odd = createTenant([{...field('a'), id: '..'}, field('b')]);
  expect(await run('fields apply -f f.yaml --yes', odd, {files})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: `error: cannot update "a": its id ".." cannot be part of a URL
hint: Leave the field as it is on the tenant: declare its current values, or omit it.
`,
  });
  expect(writesOf(odd)).toEqual([]);
  const ids = ['a/b', 'a#b?c', 'ключ', '7', 'a%2Fb', ' '];
  for (const id of ids) {
    const tenant = createTenant([{...field('a'), id}, field('b', {label: 'Y'})]);
    expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
    expect(JSON.parse(tenant.fields()[0] ?? '')).toEqual({...field('a'), id, label: 'X'});
  }
  const numbered = createTenant([field('a', {id: 7})]);
  expect(await run('fields apply -f f.yaml --yes', numbered, {files})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: `error: the id of the custom field "a" is not a string: 7
hint: To see it, run: bizctl api GET /v2/customFields
`,
  });
});

test('undo takes away members that the run added, or says which it cannot (row 150)', async () => {
  const files = {
    'f.yaml': 'custom_fields: [{name: a, description: D, display_options: {type: DEFAULT, hidden: true}}]',
  };
  const before = field('a', {display_options: {type: 'DEFAULT'}});
  const tenant = createTenant([before]);
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  expect((await run(`fields undo ${journals().at(-1)?.[0].run} --yes`, tenant)).exitCode).toBe(0);
  const {description, ...rest} = JSON.parse(tenant.fields()[0] ?? '');
  expect([description ?? null, rest]).toEqual([null, before]);
  const keep = () => reply({...before, description: 'D', display_options: {type: 'DEFAULT', hidden: true}});
  const keeping = createTenant([before], {'PATCH /v2/customFields#2': keep, 'PATCH /v2/customFields#3': keep});
  expect((await run('fields apply -f f.yaml --yes', keeping, {files})).exitCode).toBe(0);
  const run2 = journals().find(
    ([first]) => first.undoes === undefined && first.plan.base_url && first.run !== journals()[0]?.[0].run,
  );
  const {exitCode, stderr} = await run(`fields undo ${run2?.[0].run} --yes`, keeping);
  expect(exitCode).toBe(7);
  expect(stderr).toContain('display_options.hidden: true -> (none)');
});

test('undo of a deletion sends documented members only (row 151)', async () => {
  const tenant = createTenant([field('a', {updated_at: 1, ...choices(['x', 'X'])}), field('b')]);
  const files = {'f.yaml': 'custom_fields: [{name: b, label: Label of b}]'};
  expect((await run('fields apply -f f.yaml --yes --prune --expect-deletes 1', tenant, {files})).exitCode).toBe(0);
  expect((await run(`fields undo ${journals()[0]?.[0].run} --yes`, tenant)).exitCode).toBe(0);
  expect(JSON.parse(writesOf(tenant)[1]?.slice('POST /v2/customFields '.length) ?? '')).toEqual({
    name: 'a',
    type: decimal,
    label: 'Label of a',
    options: {display_type: 'DROPDOWN', groups: [{options: [{title: 'X'}]}]},
  });
});

test('does not take a receipt that reports a failure as proof of a create (rows 21, 137)', async () => {
  allowViolations();
  const tenant = createTenant([], {'POST /v2/customFields': () => reply({id: 'z', success: false}, {status: 201})});
  const files = {'f.yaml': `custom_fields: [{name: new, type: ${declaredType}}]`};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(7);
  expect(journals()[0]?.filter(({event}) => event === 'done')).toEqual([]);
});
