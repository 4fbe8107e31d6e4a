import {expect, test} from 'vitest';
import {bizctl} from '../../../harness/run-bizctl.js';
import {createTenant, decimal, field, reply, type Tenant} from '../../../harness/tenant.js';

test('merges flags into the existing field, and keeps the ids of its choices with a file', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [{header: 'G', options: [{id: 'o1', title: 'A'}]}],
    default_option_id: 'o1',
  };
  const there = field('a', {options, type: {...decimal, array: null, ref: null}});
  const byFlags = createTenant([there]);
  await bizctl('fields create --name a --type decimal --option A --option B --if-exists update', {tenant: byFlags});
  const grown = {
    ...options,
    groups: [
      {
        header: 'G',
        options: [{id: 'o1', title: 'A'}, {title: 'B'}],
      },
    ],
  };
  expect(byFlags.requests[1]).toBe(`PATCH /v2/customFields/cf_a ${JSON.stringify({options: grown})}`);
  const again = await bizctl(
    'fields create --name a --type decimal --option A --option B --if-exists update --columns outcome',
    {tenant: byFlags},
  );
  expect({again, requests: byFlags.requests.length}).toEqual({
    again: {exitCode: 0, stdout: 'outcome  unchanged\n', stderr: ''},
    requests: 3,
  });

  const byFile = createTenant([there]);
  const stdin = JSON.stringify({
    name: 'a',
    type: decimal,
    options: {display_type: 'RADIO', groups: [{header: 'G', options: [{title: 'A'}, {title: 'C'}]}]},
  });
  await bizctl('fields create --file - --if-exists update', {tenant: byFile, stdin});
  expect(byFile.requests[1]).toContain('"options":[{"id":"o1","title":"A"},{"title":"C"}]');
});

test('keeps what the input does not name', async () => {
  const there = field('a', {
    display_options: {
      type: 'REF',
      hidden: true,
      reference_type_display_options: {reference_display_type: 'DROPDOWN', title_property: 'name'},
    },
    options: {
      display_type: 'DROPDOWN',
      default_option_id: 'o1',
      groups: [
        {
          header: 'EU',
          sort_order: 1,
          options: [{id: 'o1', title: 'Other', subtitle: 's', sort_order: 10}],
        },
        {header: 'US', sort_order: 2, options: [{id: 'o3', title: 'Other', sort_order: 10}]},
      ],
    },
    validators: [{required: true, message: 'm', size: {size: 1, size_type: 'MIN', unit: 'chars'}}],
  });
  const tenant = createTenant([there]);
  const groups = [
    {header: 'EU', options: [{title: 'Other'}]},
    {header: 'US', options: [{title: 'Other'}, {title: 'New'}]},
  ];
  const stdin = JSON.stringify({
    name: 'a',
    type: decimal,
    options: {display_type: 'RADIO', groups},
    display_options: {type: 'REF', reference_type_display_options: {reference_display_type: 'CARD'}},
    validators: [{size: {size: 2, size_type: 'MIN'}}],
  });
  const {exitCode, stderr} = await bizctl('fields create --file - --if-exists update', {tenant, stdin});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  expect(JSON.parse(tenant.requests[1]?.replace('PATCH /v2/customFields/cf_a ', '') ?? '')).toEqual({
    options: {
      display_type: 'RADIO',
      default_option_id: 'o1',
      groups: [
        {header: 'EU', sort_order: 1, options: [{id: 'o1', title: 'Other', subtitle: 's', sort_order: 10}]},
        {
          header: 'US',
          sort_order: 2,
          options: [
            {id: 'o3', title: 'Other', sort_order: 10},
            {title: 'New', sort_order: 11},
          ],
        },
      ],
    },
    display_options: {
      type: 'REF',
      hidden: true,
      reference_type_display_options: {reference_display_type: 'CARD', title_property: 'name'},
    },
    validators: [{required: true, message: 'm', size: {size: 2, size_type: 'MIN', unit: 'chars'}}],
  });
  await bizctl('fields create --file - --if-exists update', {tenant, stdin});
  expect(tenant.requests.slice(2)).toEqual(['GET /v2/customFields']);
});

test('matches groups and validators by header and size though the API gave them ids', async () => {
  const there = field('a', {
    options: {
      display_type: 'RADIO',
      default_option_id: 'o1',
      groups: [
        {
          id: 'g1',
          header: 'H',
          options: [
            {id: 'o1', title: 'A', subtitle: 's'},
            {id: 'o2', title: 'B'},
          ],
        },
      ],
    },
    validators: [{id: 'v1', required: true, message: 'Keep me', size: {size: 1, size_type: 'MIN'}}],
  });
  const tenant = createTenant([there]);
  const input = (size: number) =>
    JSON.stringify({
      name: 'a',
      type: decimal,
      options: {display_type: 'RADIO', groups: [{header: 'H', options: [{title: 'B'}, {title: 'A'}]}]},
      validators: [{required: true, size: {size, size_type: 'MIN'}}],
    });
  await bizctl('fields create --file - --if-exists update', {tenant, stdin: input(2)});
  expect(JSON.parse(tenant.requests[1]?.replace('PATCH /v2/customFields/cf_a ', '') ?? '')).toEqual({
    options: {
      display_type: 'RADIO',
      default_option_id: 'o1',
      groups: [
        {
          id: 'g1',
          header: 'H',
          options: [
            {id: 'o2', title: 'B'},
            {id: 'o1', title: 'A', subtitle: 's'},
          ],
        },
      ],
    },
    validators: [{id: 'v1', required: true, message: 'Keep me', size: {size: 2, size_type: 'MIN'}}],
  });
  expect(
    (await bizctl('fields create --file - --if-exists update --columns outcome', {tenant, stdin: input(2)})).stdout,
  ).toBe('outcome  unchanged\n');
});

test('sends the ids of the choices that the field has, not those of another tenant (row 149)', async () => {
  const choices = (...ids: readonly string[]) => ({
    display_type: 'RADIO',
    groups: [{options: ['Low', 'High'].map((title, index) => ({id: ids[index] ?? '', title}))}],
  });
  const tenant = createTenant([field('a', {options: choices('1', '2')})]);
  const stdin = JSON.stringify({name: 'a', label: 'New', type: decimal, options: choices('x', 'y')});
  expect(await bizctl('fields create --file - --if-exists update', {tenant, stdin})).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
  expect(tenant.requests.filter(each => !each.startsWith('GET'))).toEqual([
    'PATCH /v2/customFields/cf_a {"label":"New"}',
  ]);
});

const withOptions = (titles: readonly string[], more: object = {}) => ({
  display_type: 'RADIO',
  groups: [{header: 'H', options: titles.map(title => ({title}))}],
  ...more,
});
const existing = () =>
  createTenant([
    field('a', {
      options: {
        display_type: 'RADIO',
        groups: [{header: 'H', options: ['One', 'Two'].map(title => ({id: `o_${title}`, title}))}],
        default_option_id: 'o_One',
      },
    }),
  ]);
const update = (tenant: ReturnType<typeof existing>, options: object) =>
  bizctl('fields create --file - --if-exists update --output ndjson --columns outcome', {
    tenant,
    stdin: JSON.stringify({name: 'a', type: decimal, options}),
  });

test('refuses an update that would remove choices with their values', async () => {
  const tenant = existing();
  const {exitCode, stderr} = await update(tenant, withOptions(['Two']));
  expect({exitCode, error: JSON.parse(stderr).error}).toMatchObject({
    exitCode: 9,
    error: {
      message: 'updating cf_a would remove this choice and the values stored for it: "One"',
      hint: 'To keep every choice, add the missing ones to the input. To remove choices, delete name and type from the input, then run: bizctl fields update cf_a --file FILE',
    },
  });
  expect(tenant.requests).toEqual(['GET /v2/customFields']);
});

test('says why an id renames no choice (row 149)', async () => {
  const tenant = existing();
  const choices = [
    {id: 'o_Two', title: 'One'},
    {id: 'o_One', title: 'Three'},
  ];
  const {stderr} = await update(tenant, {...withOptions([]), groups: [{header: 'H', options: choices}]});
  expect(JSON.parse(stderr).error.message).toContain('the input uses its id "o_');
});

test('puts choices in the order of the input (row 154)', async () => {
  const tenant = existing();
  expect((await update(tenant, withOptions(['Two', 'One']))).stdout).toBe('{"outcome":"updated"}\n');
  expect(tenant.requests[1]).toContain('"options":[{"id":"o_Two","title":"Two"},{"id":"o_One","title":"One"}]');
});

test('says that a new choice is not the default yet, and makes it so when it is run again', async () => {
  const tenant = existing();
  const options = {
    display_type: 'RADIO',
    groups: [{header: 'H', options: [{title: 'One'}, {title: 'Two'}, {id: 'x', title: 'Three'}]}],
    default_option_id: 'x',
  };
  const {stderr} = await update(tenant, options);
  expect(JSON.parse(stderr).note.message).toBe(
    '"a": the default choice is not set yet, because the API assigns ids to new choices; to set it, run the command again',
  );
  expect(await update(tenant, options)).toEqual({exitCode: 0, stdout: '{"outcome":"updated"}\n', stderr: ''});
  const {groups, default_option_id} = JSON.parse(tenant.fields()[0] ?? '').options;
  expect(default_option_id).toBe(groups[0].options[2].id);
});

test('a new field is sent no ids of choices, nor a default that names one (row 149)', async () => {
  const tenant = createTenant();
  const options = {
    ...withOptions([]),
    groups: [{header: 'H', options: [{id: 'x', title: 'One'}]}],
    default_option_id: 'x',
  };
  const {stderr} = await update(tenant, options);
  expect(JSON.parse(stderr).note.message).toMatch(/; to set it, run the command again with --if-exists update$/);
  expect(tenant.requests[1]).toContain(
    '"options":{"display_type":"RADIO","groups":[{"header":"H","options":[{"title":"One"}]}]}',
  );
});

test('merges CSV cells into an existing field as it merges command-line options', async () => {
  const groups = [
    {
      header: 'G1',
      options: [
        {id: 'o1', title: 'A'},
        {id: 'o2', title: 'B'},
      ],
    },
    {header: 'G2', options: [{id: 'o3', title: 'C'}]},
  ];
  const before = field('a', {
    options: {display_type: 'RADIO', groups},
    validators: [{required: false, size: {size: 3, size_type: 'MAX'}}],
  });
  const csv = {'f.csv': 'name,type,options,required\na,decimal,C|D,yes\n'};
  const [fromCsv, fromFlags] = [createTenant([before]), createTenant([before])];
  const run = (line: string, tenant: Tenant) =>
    bizctl(`fields create ${line} --if-exists update`, {tenant, files: csv});
  expect((await run('--file f.csv', fromCsv)).exitCode).toBe(0);
  expect((await run('--name a --type decimal --option C --option D --required', fromFlags)).exitCode).toBe(0);
  const stored = JSON.parse(fromCsv.fields()[0] ?? '');
  expect(stored.options).toEqual({
    display_type: 'RADIO',
    groups: [
      {
        header: 'G1',
        options: [
          {id: 'o1', title: 'A'},
          {id: 'o2', title: 'B'},
          {id: expect.any(String), title: 'D'},
        ],
      },
      groups[1],
    ],
  });
  expect(stored.validators).toEqual([{required: true, size: {size: 3, size_type: 'MAX'}}]);
  const bodyOf = (tenant: Tenant) => tenant.requests.find(each => each.startsWith('PATCH'));
  expect(bodyOf(fromCsv)).toBe(bodyOf(fromFlags));
  expect((await run('--file f.csv', fromCsv)).stdout).toContain('unchanged');
});

test('updates that fail beside creates are not counted as creates', async () => {
  const tenant = createTenant([field('a'), field('b')], {'PATCH ': () => reply({message: 'no'}, {status: 422})});
  const stdin = JSON.stringify(['a', 'b', 'new'].map(name => ({name, type: decimal, label: 'New'})));
  const {exitCode, stderr} = await bizctl('fields create --file - --if-exists update', {tenant, stdin});
  expect({exitCode, isCounted: stderr.includes('error: 2 of 3 custom fields were not written\n')}).toEqual({
    exitCode: 7,
    isCounted: true,
  });
});
