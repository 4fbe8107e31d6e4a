import {readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {token} from '../../harness/fixed.js';
import {useFleet} from '../../harness/fleet.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field, reply} from '../../harness/tenant.js';

const {createFleet, inHome, world} = useFleet();

test.each([
  ['markdown', '### Custom fields of ` cust-2 `\n\n> **Failed:** ` HTTP 401: no (GET /v2/customFields) `\n'],
  ['github', '::error::cust-2: HTTP 401: no (GET /v2/customFields)\n'],
])('a plan as %s has a tenant that could not be planned', async (format, section) => {
  const refuse = {'GET /v2/customFields': () => reply({message: 'no'}, {status: 401})};
  const {run} = await createFleet({'cust-2': refuse});
  const {exitCode, stdout} = await run(`fields plan -f f.yaml --profiles cust-1,cust-2 --format ${format}`);
  expect({exitCode, hasSection: stdout.includes(section)}).toEqual({exitCode: 3, hasSection: true});
});

test.each(['markdown', 'github'])('names the tenants in a plan as %s', async format => {
  const other = {'GET /v2/customFields': () => reply({custom_fields: [field('a', {label: 'Other'})]})};
  const {run} = await createFleet({'cust-2': other});
  const {stdout} = await run(`fields plan -f f.yaml --profiles 'cust-*' --format ${format}`);
  const lines = stdout.split('\n').filter(line => /^### Custom fields of|^::notice::/.test(line));
  expect(lines.flatMap(line => line.split('%0A'))).toEqual(
    format === 'markdown'
      ? ['### Custom fields of ` cust-1 `, ` cust-3 ` (same plan)', '### Custom fields of ` cust-2 `']
      : [
          '::notice::3 tenants: 3 with changes',
          'cust-1, cust-3: 1 to create, 1 to update, 0 to replace, 0 to delete; 0 unchanged; 1 not declared, left alone ("old")',
          'cust-2: 1 to create, 1 to update, 0 to replace, 0 to delete; 0 unchanged',
        ],
  );
});

test('annotates the lines of the files in a run of GitHub Actions (row 164)', async () => {
  const {fetch} = await createFleet();
  const line = "fields plan -f f.yaml --profiles 'cust-*' --format github";
  const inActions = world({tenant: {fetch}, env: {GITHUB_ACTIONS: 'true'}});
  const plan = await bizctl(line, inActions);
  expect(plan.stdout.split('\n')).toContain(
    '::notice file=f.yaml,line=1,col=17,title=update a (3 tenants)::cust-1, cust-2, cust-3%0A~ label: "Label of a" -> "New"',
  );
  expect((await bizctl(line, {...inActions, files: {'f.yaml': 'custom_fields: [{name: 1}]'}})).stdout).toBe(
    '::error file=f.yaml,line=1,col=24::name is not a string: 1. Put it in quotes.\n',
  );
});

test('a fleet sums up what is lost, once, in a review as Markdown', async () => {
  const {run} = await createFleet();
  const {stdout, stderr} = await run("fields plan -f f.yaml --profiles 'cust-*' --prune --format markdown");
  expect(stdout.match(/^(?:##.*|\*\*Losses.*)$/gm)).toEqual([
    '## Custom fields of 3 tenants: 3 with changes',
    '**Losses:** 3 across all tenants; without a terminal or with --yes, pass --expect-deletes 3',
    '### Custom fields of ` cust-1 `, ` cust-2 `, ` cust-3 ` (same plan)',
    '**Losses:** 1',
  ]);
  expect(stderr).toContain(
    'note: losses: 3 across all tenants: delete old (3 fields); without a terminal or with --yes, pass --expect-deletes 3',
  );
});

test('a review as Markdown says where the tenants are, also those that cannot be read', async () => {
  const {run} = await createFleet({'cust-2': {'GET /v2/customFields': () => reply({message: 'no'}, {status: 401})}});
  const {stdout} = await run("fields plan -f f.yaml --profiles 'cust-*' --format markdown");
  expect(stdout.split('###')[0]).toBe(
    [
      '## Custom fields of 3 tenants: 1 failed, 2 with changes\n',
      ...[2, 1, 3].map(number => `At \` https://cust-${number}.example.com/ \`: \` cust-${number} \`\n`),
      '',
    ].join('\n'),
  );
});

test('a review as Markdown says first where the tenants are that failed, or change', async () => {
  const same = {
    'GET /v2/customFields': () =>
      reply({
        custom_fields: [
          field('a', {label: 'New'}),
          field('b', {label: 'B', type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}}),
        ],
      }),
  };
  const {run} = await createFleet({
    'cust-1': same,
    'cust-3': {'GET /v2/customFields': () => reply({message: 'no'}, {status: 401})},
  });
  const {stdout} = await run("fields plan -f f.yaml --profiles 'cust-*' --format markdown");
  expect(stdout.match(/(?<=^At ` https:..)[\w-]+/gm)).toEqual(['cust-3', 'cust-2', 'cust-1']);
});

test('the losses of a fleet that are not named are counted', async () => {
  const names = ['c', 'd', 'e', 'f', 'g', 'h'];
  const list = {'GET /v2/customFields': () => reply({custom_fields: names.map(name => field(name))})};
  const {run} = await createFleet({'cust-1': list, 'cust-2': list});
  const {stderr} = await run("fields plan -f f.yaml --profiles 'cust-*' --prune");
  expect(stderr).toContain(
    'losses: 13 across all tenants: delete c (2 fields), delete d (2 fields), delete e (2 fields), ' +
      'delete f (2 fields), delete g (2 fields), and 3 more;',
  );
});

test('annotations of a fleet begin with what matters most in all of it (row 165)', async () => {
  const refuse = {'GET /v2/customFields': () => reply({message: 'no'}, {status: 401})};
  const {run} = await createFleet({'cust-3': refuse});
  const {stdout} = await run("fields plan -f f.yaml --profiles 'cust-*' --prune --format github");
  expect(stdout).toContain(
    '::warning title=losses::at least 2 across all tenants: delete old (2 fields); unknown for cust-3\n',
  );
  expect(stdout.split('\n').map(line => line.split(/%0A|;/)[0])).toEqual([
    '::error::cust-3: HTTP 401: no (GET /v2/customFields)',
    '::warning title=losses::at least 2 across all tenants: delete old (2 fields)',
    '::warning title=delete old (2 tenants)::cust-1, cust-2',
    '::notice::3 tenants: 1 failed, 2 with changes',
    '::notice file=f.yaml,line=1,col=17,title=update a (2 tenants)::cust-1, cust-2',
    '::notice file=f.yaml,line=1,col=40,title=create b (2 tenants)::cust-1, cust-2',
    '',
  ]);
});

test.each(['markdown', 'github'])(
  'tenants that differ in ids alone are shown together, without the ids, as %s (row 165)',
  async format => {
    const {tenants} = await createFleet();
    const fetch = async (request: Request) => {
      const [tenant = ''] = new URL(request.url).hostname.split('.');
      if (request.method !== 'GET') return tenants.get(tenant)?.fetch(request) ?? reply({});
      const options = {
        display_type: 'RADIO',
        groups: [
          {
            options: [
              {id: `${tenant}-1`, title: 'Low'},
              {id: `${tenant}-2`, title: 'High'},
            ],
          },
        ],
      };
      return reply({custom_fields: [field('a', {id: `${tenant}-a`, options}), field('old', {id: `${tenant}-old`})]});
    };
    const files = {
      'f.yaml': JSON.stringify({
        custom_fields: [{name: 'a', options: {display_type: 'RADIO', groups: [{options: [{title: 'Low'}]}]}}],
      }),
    };
    const line = (profiles: string) =>
      `fields plan -f f.yaml --profiles ${profiles} --prune --format ${format} --quiet`;
    const show = async (profiles: string) => (await bizctl(line(profiles), world({files, tenant: {fetch}}))).stdout;
    const all = await show('cust-1,cust-2');
    expect({
      ids: all.match(/cust-\d-\w+/g),
      deletions: all.match(/delete old:?:?\n|title=delete old \(/g)?.length,
    }).toEqual({
      ids: null,
      deletions: 1,
    });
    expect(all).toContain(`options.groups[0].options[High]: {"title":"High"}`);
    expect((await show('cust-1')).match(/cust-\d-\w+/g)).toEqual(expect.arrayContaining(['cust-1-old', 'cust-1-2']));
  },
);

/** Stores so many profiles, `mass-0` and on. */
async function storeProfiles(count: number) {
  const names = Array.from({length: count}, (_none, index) => `mass-${index}`);
  await bizctl(
    'auth login --profile mass-0 --base-url https://one.example.com',
    world({tenant: createTenant(), stdin: token}),
  );
  const path = inHome('config', 'config.json');
  const stored = JSON.parse(readFileSync(path, 'utf8'));
  const profiles = Object.fromEntries(names.map(name => [name, {base_url: `https://${name}.example.com/`}]));
  writeFileSync(path, JSON.stringify({...stored, profiles}));
}

test('240 tenants fit into one comment, the rest is counted (row 165)', async () => {
  const fetch = async (request: Request) => reply({custom_fields: [field('a', {label: request.url}), field('old')]});
  await storeProfiles(240);
  const {stdout} = await bizctl(
    "fields plan -f f.yaml --profiles 'mass-*' --format markdown --quiet",
    world({tenant: {fetch}}),
  );
  expect(stdout.length).toBeLessThan(60_000);
  expect(stdout).toContain('## Custom fields of 240 tenants: 240 with changes\n');
  const addresses = stdout.match(/^At ` https:\/\/mass-\d+\.example\.com\/ `: ` mass-\d+ `$/gm)?.length ?? 0;
  expect(addresses + Number(/and (\d+) more base URLs, not shown here/.exec(stdout)?.[1] ?? 0)).toBe(240);
  const shown = stdout.match(/^### /gm)?.length ?? 0;
  expect(shown + Number(/(\d+) more tenants?\b/.exec(stdout)?.[1] ?? 0)).toBe(240);
});

test('a fleet shows losses and refusals whole as long as there is room, and names quiet tenants (row 165)', async () => {
  const {run, tenants} = await createFleet();
  const other = {'f.yaml': 'custom_fields: [{name: a, label: Label of a}, {name: old, label: Label of old}]'};
  const fetch = async (request: Request) => {
    const {hostname} = new URL(request.url);
    if (!hostname.startsWith('cust-2'))
      return (tenants.get(hostname.split('.')[0] ?? '') ?? createTenant()).fetch(request);
    const many = Array.from({length: 300}, (_none, index) => field(`lost_${index}`));
    return reply({custom_fields: [field('a'), field('old'), ...many]});
  };
  const line = "fields plan -f f.yaml --profiles 'cust-*,other' --prune --format markdown --quiet";
  const {stdout} = await bizctl(line, world({files: other, tenant: {fetch}}));
  expect(stdout.match(/^- delete lost_\d+$/gm)).toHaveLength(300);
  expect(stdout).toContain('\nUnchanged: ` cust-1 `, ` cust-3 `, ` other `\n');
  expect(stdout).not.toContain('not shown here');
  const refused = {
    'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  const shown = await bizctl(
    "fields plan -f f.yaml --profiles 'cust-*' --format markdown --quiet",
    world({files: refused, tenant: {fetch}}),
  );
  // Two of the three are alike.
  expect(shown.stdout.match(/\*\*Refused:\*\*/g)).toHaveLength(2);
  expect((await run("fields plan -f f.yaml --profiles 'cust-*' --quiet")).exitCode).toBe(0);
});

test.each(['--json', '--format markdown', '--format github'])('a fleet warns for each tenant with %s', async format => {
  const {fetch} = await createFleet();
  const files = {'f.yaml': 'custom_fields: [{name: a, lable: New}]'};
  const line = `fields plan -f f.yaml --profiles cust-1,cust-2 ${format}`;
  const {exitCode, stderr} = await bizctl(line, world({tenant: {fetch}, files}));
  const warned = stderr.replaceAll('\\"', '"').match(/cust-\d: f\.yaml:1:34: "lable" is not in the API reference/g);
  expect({exitCode, warned}).toEqual({
    exitCode: 0,
    warned: ['cust-1', 'cust-2'].map(name => `${name}: f.yaml:1:34: "lable" is not in the API reference`),
  });
});

test('a long section of a review gets the room that the short ones leave (row 165)', async () => {
  const {tenants} = await createFleet();
  const fetch = async (request: Request) => {
    const {hostname} = new URL(request.url);
    const many = Array.from({length: 5000}, (_none, index) => field(`lost_${index}`));
    return hostname.startsWith('cust-1')
      ? reply({custom_fields: [field('a'), ...many]})
      : (tenants.get(hostname.split('.')[0] ?? '') ?? createTenant()).fetch(request);
  };
  const line = "fields plan -f f.yaml --profiles 'cust-*' --prune --format markdown --quiet";
  const {stdout} = await bizctl(line, world({tenant: {fetch}}));
  const [, long = '', ...short] = stdout.split(/^### /m);
  expect({long: long.length > 55_000, short: short.map(text => text.includes('delete old'))}).toEqual({
    long: true,
    short: [true],
  });
});

test('a fleet counts tenants whose plan is refused, even for one reason', async () => {
  const type = {discriminator: 'SIMPLE', primitive_type: 'SEMVER'};
  const other = {'GET /v2/customFields': () => reply({custom_fields: [field('b', {type})]})};
  const {run} = await createFleet({'cust-2': other});
  const {exitCode, stdout, stderr} = await run('fields plan -f f.yaml --profiles cust-1,cust-2 --format markdown');
  expect(exitCode).toBe(9);
  expect(stdout + stderr).toMatch(/2 tenants: 1 refused, 1 with changes/);
});

test('runs are those of the profile that is named', async () => {
  const {run} = await createFleet();
  for (const name of ['cust-1', 'cust-2']) await run(`fields create --name new --type decimal --profile ${name}`);
  const listed = async (options: string) =>
    JSON.parse((await run(`fields runs --json ${options}`)).stdout).map((each: {tenant: string}) => each.tenant);
  expect(await listed('--profile cust-1')).toEqual(['cust-1']);
  expect((await listed('')).toSorted()).toEqual(['cust-1', 'cust-2']);
});

test.each(['markdown', 'github'])('an id within a value is shown, and tells tenants apart, as %s', async format => {
  await createFleet();
  const fetch = async (request: Request) => {
    const [tenant = ''] = new URL(request.url).hostname.split('.');
    return reply({custom_fields: [field('a', {id: `${tenant}-a`, default_value: {id: tenant, kind: 'user'}})]});
  };
  const files = {'f.yaml': 'custom_fields: [{name: a, default_value: {id: u7, kind: user}}]'};
  const line = `fields plan -f f.yaml --profiles cust-1,cust-2 --format ${format} --quiet`;
  const {stdout} = await bizctl(line, world({files, tenant: {fetch}}));
  expect(stdout.match(/default_value\.id: "cust-\d" -> "u7"/g)).toEqual([
    'default_value.id: "cust-1" -> "u7"',
    'default_value.id: "cust-2" -> "u7"',
  ]);
});

test('two fields of one tenant are two annotations, each with its id', async () => {
  await createFleet();
  const twin = (id: string) => field('old', {id});
  const fetch = async (request: Request) => {
    const [tenant = ''] = new URL(request.url).hostname.split('.');
    return reply({custom_fields: [field('a'), twin(`${tenant}-1`), twin(`${tenant}-2`)]});
  };
  const files = {'f.yaml': 'custom_fields: [{name: a}]'};
  const line = 'fields plan -f f.yaml --profiles cust-1,cust-2 --prune --format github --quiet';
  const {stdout} = await bizctl(line, world({files, tenant: {fetch}}));
  expect(stdout.match(/title=delete old \(cust-\d\)::|id: cust-\d-\d/g)).toEqual(
    ['1', '2'].flatMap(tenant =>
      ['1', '2'].flatMap(twinId => [`title=delete old (cust-${tenant})::`, `id: cust-${tenant}-${twinId}`]),
    ),
  );
});

test.each(['markdown', 'github'])('an id that is sent to all tenants is shown, as %s', async format => {
  await createFleet();
  const fetch = async (request: Request) => {
    const [tenant = ''] = new URL(request.url).hostname.split('.');
    const validators = [{id: `${tenant}-v`, required: true, size: {size: 1, size_type: 'MIN'}}];
    return reply({custom_fields: [field('a', {id: `${tenant}-a`, validators})]});
  };
  const validator = '{id: vX, required: true, size: {size: 1, size_type: MIN}}';
  const files = {'f.yaml': `custom_fields: [{name: a, validators: [${validator}]}]`};
  const line = `fields plan -f f.yaml --profiles cust-1,cust-2 --format ${format} --quiet`;
  const {stdout} = await bizctl(line, world({files, tenant: {fetch}}));
  expect(stdout.match(/validators\[MIN\]\.id: .* -> "vX"/g)).toEqual(['validators[MIN].id: "…" -> "vX"']);
});

test('a plan of a fleet that warns of a renamed choice can be applied', async () => {
  const {tenants} = await createFleet();
  const options = (...titles: readonly string[]) => ({
    display_type: 'RADIO',
    groups: [{options: titles.map((title, index) => ({id: `o${index}`, title}))}],
  });
  const tenant = createTenant([field('a', {options: options('Draft', 'Sent')})]);
  expect(tenants.size).toBe(4);
  const files = {
    'f.yaml': 'custom_fields: [{name: a, options: {groups: [{options: [{title: Draft}, {title: Accepted}]}]}}]',
  };
  const plan = inHome('plans');
  const planned = await bizctl(`fields plan -f f.yaml --profiles cust-1 --out ${plan}`, world({files, tenant}));
  expect(planned.stdout + planned.stderr).toContain('its id may differ between tenants');
  const saved = {...files, 'cust-1.json': readFileSync(`${plan}/cust-1.json`, 'utf8')};
  const line = 'fields apply cust-1.json --profile cust-1 --expect-deletes 1 --yes -f f.yaml';
  expect(await bizctl(line, world({files: saved, tenant}))).toMatchObject({exitCode: 0});
});

test('each loss of a fleet is shown or named before harmless changes (row 165)', async () => {
  const phone = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const nameOf = (index: number) => `f${String(index).padStart(5, '0')}`;
  const fetch = async (request: Request) => {
    const tenant = Number(/mass-(\d+)/.exec(request.url)?.[1]);
    const names = Array.from({length: tenant + 4}, (_none, index) => nameOf(index));
    return reply({custom_fields: names.map(name => field(name, {type: phone, label: `Label of ${name}`}))});
  };
  await storeProfiles(30);
  const replaced = Array.from({length: 12}, (_none, index) => nameOf(index * 5 + 3));
  const declared = Array.from({length: 60}, (_none, index) => ({
    name: nameOf(index),
    label: `New label of ${nameOf(index)}, ${'long '.repeat(30)}`,
    type: replaced.includes(nameOf(index)) ? {discriminator: 'SIMPLE', primitive_type: 'DATETIME'} : phone,
  }));
  const files = {'u.json': JSON.stringify({custom_fields: declared})};
  const replace = replaced.map(name => `--replace ${name}`).join(' ');
  const line = `fields plan -f u.json --profiles 'mass-*' ${replace} --format markdown --quiet`;
  const {stdout} = await bizctl(line, world({files, tenant: {fetch}}));
  const sections = stdout.split(/^### /m).slice(1);
  const unnamed = sections.flatMap(section => {
    const tenant = Number(/mass-(\d+)/.exec(section)?.[1]);
    return replaced.filter(
      name => name < nameOf(tenant + 4) && !section.includes(`replace ${name}`) && !section.includes(`\` ${name} \``),
    );
  });
  expect({count: sections.length, unnamed, isShort: stdout.length < 60_000}).toEqual({
    count: 30,
    unnamed: [],
    isShort: true,
  });
});

test.each(['markdown', 'github'])('tenants whose choices differ in ids only are one, as %s', async format => {
  await createFleet();
  const fetch = async (request: Request) => {
    const [tenant = ''] = new URL(request.url).hostname.split('.');
    const groups = [{options: ['A', 'B'].map(title => ({id: `${tenant}-${title}`, title}))}];
    const options = {display_type: 'RADIO', default_option_id: `${tenant}-A`, groups};
    return reply({custom_fields: [field('a', {options}), field('old', {options})]});
  };
  const choices = [
    {id: '1', title: 'A'},
    {id: '2', title: 'B'},
  ];
  const declared = {name: 'a', options: {default_option_id: '2', groups: [{options: choices}]}};
  const files = {'f.json': JSON.stringify({custom_fields: [declared]})};
  const line = `fields plan -f f.json --profiles cust-1,cust-2 --prune --format ${format} --quiet`;
  const {stdout} = await bizctl(line, world({files, tenant: {fetch}}));
  expect(stdout.match(/options\.default_option_id: .*?"B"/g)).toEqual(['options.default_option_id: "A" -> "B"']);
  expect(stdout.match(/(?:title=|^- )delete old\b/gm)).toHaveLength(1);
});
