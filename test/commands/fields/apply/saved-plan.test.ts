import {existsSync, readFileSync, truncateSync, writeFileSync} from 'node:fs';
import {relative} from 'node:path';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {digest} from '../../../../src/plan/plan-document.js';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field} from '../../../harness/tenant.js';

const {inHome, run, runId, savePlan} = useFieldsAsCode();

interface SavedDocument extends JsonObject {
  readonly summary: JsonObject;
  readonly changes: readonly JsonObject[];
}

test('applies a saved plan once, as shown', async () => {
  const tenant = createTenant([field('a')]);
  const world = await savePlan(tenant);
  expect((await run('fields apply plan.json', tenant, world)).exitCode).toBe(0);
  expect(writesOf(tenant)).toHaveLength(2);
  const again = await run('fields apply plan.json', tenant, world);
  expect(again.exitCode).toBe(10);
  expect(again.stderr).toContain('was already applied');
  expect(writesOf(tenant)).toHaveLength(2);
});

test.each([
  ['an unknown member', 'x_new: 1', 'x_new'],
  ['an empty type', 'type:', 'its type stays as it is'],
  ['a misspelled value', 'options: {display_type: RADIOO}', 'RADIOO'],
])(
  'a saved plan with a warning about %s is applied, wherever that stands in the file (row 33)',
  async (_what, member, words) => {
    const tenant = createTenant([field('a')]);
    const yaml = `custom_fields:\n- name: a\n  label: New\n  ${member}\n`;
    const path = inHome('plan.json');
    const files = {'f.yaml': yaml};
    const planned = await run(`fields plan -f f.yaml --out ${path}`, tenant, {files});
    expect(planned.stdout).toContain(words);
    const saved = {files: {...files, 'plan.json': readFileSync(path, 'utf8')}};
    expect((await run('fields apply plan.json -f f.yaml', tenant, saved)).exitCode).toBe(0);
  },
);

test('says of a saved plan that was applied on another machine that nothing is left to do', async () => {
  const tenant = createTenant([field('a')]);
  const world = await savePlan(tenant);
  expect((await run('fields apply plan.json --quiet', tenant, world)).exitCode).toBe(0);
  const elsewhere = {...world, env: {BIZCTL_STATE_DIR: inHome('elsewhere')}};
  expect(await run('fields apply plan.json', tenant, elsewhere)).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: expect.stringMatching(
      /^error: plan \S+ has nothing left to do\nhint: Plan again; this one was probably applied already\.\n$/,
    ),
  });
  expect(writesOf(tenant)).toHaveLength(2);
});

test('refuses a saved plan that was edited, or whose tenant has changed or is another one (rows 33, 34)', async () => {
  const tenant = createTenant([field('a')]);
  const world = await savePlan(tenant);
  const other = createTenant([field('a', {description: 'changed since'})]);
  const stale = await run('fields apply plan.json', other, world);
  expect(stale).toMatchObject({
    exitCode: 10,
    stderr: expect.stringContaining('no longer matches the tenant: "a"'),
  });
  const text = world.files['plan.json'].replaceAll('"New label"', '"Other label"');
  const {declared: _same, ...edited} = JSON.parse(text);
  const {declared} = JSON.parse(world.files['plan.json']);
  const files = {'plan.json': JSON.stringify({...edited, declared})};
  expect((await run('fields apply plan.json', tenant, {files})).exitCode).toBe(10);
  expect([...writesOf(tenant), ...writesOf(other)]).toEqual([]);
});

test('refuses a saved plan once the tenant needs a change that nobody has reviewed (row 33)', async () => {
  const world = await savePlan(createTenant([field('a', {label: 'New label'})]));
  const tenant = createTenant([field('a', {label: 'changed since'})]);
  expect(await run('fields apply plan.json', tenant, world)).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: `error: the plan no longer matches the tenant: "a"
hint: Plan again and review the changes.
`,
  });
  expect(writesOf(tenant)).toEqual([]);
});

test('refuses a saved plan that was edited throughout, so that it still agrees with itself (row 34)', async () => {
  const tenant = createTenant([field('a')]);
  const {files} = await savePlan(tenant);
  const edited = {'plan.json': files['plan.json'].replaceAll('"New label"', '"Other label"')};
  expect(await run('fields apply plan.json', tenant, {files: edited})).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: 'error: plan.json was edited after it was saved\nhint: Plan again.\n',
  });
  expect(writesOf(tenant)).toEqual([]);
});

test('refuses a saved plan of a later version', async () => {
  const tenant = createTenant([field('a')]);
  const {files} = await savePlan(tenant);
  const text = files['plan.json'].replace(/"format_version": ?1/, '"format_version":9');
  expect(await run('fields apply plan.json --yes', tenant, {files: {...files, 'plan.json': text}})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: plan.json was written by a later version of bizctl\nhint: Use that version.\n',
  });
  expect(writesOf(tenant)).toEqual([]);
});

test('refuses files beside a saved plan that no longer declare all of it (row 157)', async () => {
  const tenant = createTenant([field('a')]);
  const {files} = await savePlan(tenant);
  const fewer = {...files, 'f.yaml': `custom_fields: [{name: a, type: ${declaredType}, label: New label}]`};
  expect(await run('fields apply plan.json -f f.yaml', tenant, {files: fewer})).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: expect.stringMatching(
      /^error: the files and plan \S+ differ in "new"\nhint: Plan again from these files\.\n$/,
    ),
  });
  expect(writesOf(tenant)).toEqual([]);
});

test.each([
  [
    'apply plan.json --prune',
    `error: a saved plan cannot be combined with --prune or --replace
hint: Omit them, or save a new plan with them.
`,
  ],
  [
    'apply --resume 1 -f f.yaml',
    `error: --resume cannot be combined with a plan or --file
hint: Use only one of them.
`,
  ],
])('refuses fields %s before any request', async (line, stderr) => {
  const tenant = createTenant([field('a')]);
  const {files} = await savePlan(tenant);
  const asked = tenant.requests.length;
  const world = {files: {...files, 'f.yaml': `custom_fields: [{name: a, type: ${declaredType}}]`}};
  expect(await run(`fields ${line}`, tenant, world)).toEqual({exitCode: 2, stdout: '', stderr});
  expect(tenant.requests).toHaveLength(asked);
});

test('says which sandbox a saved plan is for (row 34)', async () => {
  const [path, state] = [inHome('plan.json'), inHome('state.db')];
  const tenant = createTenant([field('a')]);
  expect((await run(`fields plan -f f.yaml --sandbox=${state} --out ${path}`, tenant)).exitCode).toBe(0);
  const world = {files: {'plan.json': readFileSync(path, 'utf8')}};
  expect(await run('fields apply plan.json', tenant, world)).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: `error: the plan is for sandbox ${state}, but this is https://api.example.com/
hint: Run: bizctl fields apply plan.json --sandbox=${state}
`,
  });
  expect(tenant.requests).toEqual([]);
  // The same file, from another directory.
  const applied = await run(`fields apply plan.json --sandbox=${relative('', state)}`, tenant, world);
  expect(applied.exitCode).toBe(0);
});

test('says that a refused plan did not replace an earlier one', async () => {
  const path = inHome('plan.json');
  const tenant = createTenant([field('a')]);
  await savePlan(tenant);
  const before = readFileSync(path, 'utf8');
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const {exitCode, stderr} = await run(`fields plan -f f.yaml --out ${path}`, tenant, {files});
  expect({exitCode, stderr: stderr.split('\n')[0]}).toEqual({
    exitCode: 9,
    stderr: `warning: ${path} was not replaced; it holds an earlier plan`,
  });
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test('saves no plan that apply would refuse', async () => {
  const path = inHome('plan.json');
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  expect(await run(`fields plan -f f.yaml --out ${path}`, createTenant([field('a')]), {files})).toMatchInlineSnapshot(`
    {
      "exitCode": 9,
      "stderr": "error: f.yaml:1:17: "a" must be replaced: the type of a field cannot change; its id and the values stored in it are lost
    hint: If that is intended, pass --replace a.
    ",
      "stdout": "! replace  a  f.yaml:1:17
               must be replaced: the type of a field cannot change; its id and the values stored in it are lost
               id: cf_a
               ~ type.primitive_type: "DECIMAL" -> "PHONE"  (forces replacement)
               recreate with
                 type: phone
                 label: "Label of a"
               carried over from the old field: label
               not carried over: hint and example_value, which the API never returns
    refused    f.yaml:1:17: "a" must be replaced: the type of a field cannot change; its id and the values stored in it are lost. If that is intended, pass --replace a.
    tenant     https://api.example.com/
    losses     1: replace a; without a terminal or with --yes, pass --expect-deletes 1
    plan       0 to create, 0 to update, 1 to replace, 0 to delete; 0 unchanged; 1 refused
    ",
    }
  `);
  expect(existsSync(path)).toBe(false);
});

test('an unrelated change does not make a saved plan stale', async () => {
  const world = await savePlan(createTenant([field('a'), field('b')]));
  const tenant = createTenant([field('a'), field('b', {label: 'other'})]);
  expect((await run('fields apply plan.json', tenant, world)).exitCode).toBe(0);
});

test('refuses a saved plan of two deletions if one is done already (row 33)', async () => {
  const files = {'f.yaml': 'custom_fields: [{name: a, label: Label of a}]'};
  const path = inHome('plan.json');
  const tenant = createTenant([field('a'), field('b'), field('c')]);
  expect((await run(`fields plan -f f.yaml --prune --out ${path}`, tenant, {files})).exitCode).toBe(0);
  const since = createTenant([field('a'), field('c')]);
  const world = {files: {'plan.json': readFileSync(path, 'utf8')}};
  expect(await run('fields apply plan.json --expect-deletes 2', since, world)).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: `error: the plan no longer matches the tenant: "b"
hint: Plan again and review the changes.
`,
  });
  expect(writesOf(since)).toEqual([]);
});

test.each([
  ['summary', (plan: SavedDocument) => ({...plan, summary: {...plan.summary, update: 0}})],
  ['warnings', (plan: SavedDocument) => ({...plan, warnings: ['all is well']})],
  [
    'changes',
    (plan: SavedDocument) => ({...plan, changes: plan.changes.map(change => ({...change, notes: ['harmless']}))}),
  ],
  [
    'changes',
    (plan: SavedDocument) => JSON.parse(JSON.stringify(plan).replace('"before":"Label of a"', '"before":"New label"')),
  ],
])(
  'refuses a saved plan whose %s say something else than a fresh one, although it is sealed (row 159)',
  async (member, edit) => {
    const tenant = createTenant([field('a')]);
    const {files} = await savePlan(tenant);
    const {digest: _seal, ...plan} = JSON.parse(files['plan.json']);
    const edited = edit(plan);
    const sealed = {...edited, digest: digest(edited)};
    const outcome = await run('fields apply plan.json', tenant, {files: {'plan.json': JSON.stringify(sealed)}});
    expect(outcome).toEqual({
      exitCode: 10,
      stdout: '',
      stderr: `error: the saved plan differs from a fresh one in "${member}"
hint: Plan again and review the changes.
`,
    });
    expect(writesOf(tenant)).toEqual([]);
  },
);

test('refuses a saved plan that shows another field than the one that is lost, although it is sealed (row 159)', async () => {
  const path = inHome('plan.json');
  const tenant = createTenant([field('a'), field('b')]);
  expect((await run(`fields plan -f f.yaml --prune --out ${path}`, tenant)).exitCode).toBe(0);
  const {digest: _seal, ...plan} = JSON.parse(readFileSync(path, 'utf8').replace('"Label of b"', '"a test field"'));
  const sealed = JSON.stringify({...plan, digest: digest(plan)});
  expect(sealed).toContain('a test field');
  expect(await run('fields apply plan.json --expect-deletes 1', tenant, {files: {'plan.json': sealed}})).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: 'error: plan.json was edited after it was saved\nhint: Plan again.\n',
  });
  expect(writesOf(tenant)).toEqual([]);
});

test.each([
  ['fields', 'custom_fields: [{name: a}]'],
  ['any other text', '{"kind":"plan"}'],
])('--out replaces an earlier plan and an empty file, but no file with %s', async (_what, text) => {
  const path = inHome('out');
  const plan = () => run(`fields plan -f f.yaml --out ${path}`, createTenant());
  writeFileSync(path, text);
  expect(await plan()).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${path} exists and is not a saved plan\nhint: Pass another name to --out.\n`,
  });
  expect(readFileSync(path, 'utf8')).toBe(text);
  writeFileSync(path, '');
  expect((await plan()).exitCode).toBe(0);
  const {id} = JSON.parse(readFileSync(path, 'utf8'));
  expect((await plan()).exitCode).toBe(0);
  const {id: second, ...members} = JSON.parse(readFileSync(path, 'utf8'));
  expect(second).not.toBe(id);
  // As a program that sorts members writes it.
  writeFileSync(path, JSON.stringify({changes: [], ...members, id: second}));
  expect((await plan()).exitCode).toBe(0);
  expect(JSON.parse(readFileSync(path, 'utf8')).id).not.toBe(second);
});

test('--out needs the name of a file', async () => {
  expect(await run(['fields', 'plan', '-f', 'f.yaml', '--out', ''], createTenant())).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: --out is empty\nhint: Pass a file: --out PLAN.\n',
  });
});

test('names an undeclared field that came since a plan was saved', async () => {
  const tenant = createTenant([field('a')]);
  const world = await savePlan(tenant);
  await run('fields create --name other --type decimal', tenant);
  const {exitCode, stderr} = await run('fields apply plan.json', tenant, world);
  expect({exitCode, stderr: stderr.split('\n')[0]}).toEqual({
    exitCode: 10,
    stderr: 'error: the saved plan differs from a fresh one in the undeclared fields, such as "other"',
  });
});

test('shows a saved plan at a terminal and asks before it is applied (row 159)', async () => {
  const tenant = createTenant([field('a')]);
  const world = await savePlan(tenant);
  const declined = await run('fields apply plan.json', tenant, {...world, terminal: 100, answer: 'no'});
  expect(declined.exitCode).toBe(9);
  expect(declined.stdout).toContain('label: "Label of a" -> "New label"');
  expect(writesOf(tenant)).toEqual([]);
  expect((await run('fields apply plan.json', tenant, {...world, terminal: 100, answer: 'yes'})).exitCode).toBe(0);
});

test('a saved plan without changes has nothing to do, and is applied', async () => {
  const tenant = createTenant([field('a')]);
  const path = inHome('plan.json');
  const files = {'f.yaml': 'custom_fields: [{name: a}]'};
  expect((await run(`fields plan -f f.yaml --out ${path}`, tenant, {files})).exitCode).toBe(0);
  const {exitCode, stderr} = await run('fields apply plan.json', tenant, {
    files: {'plan.json': readFileSync(path, 'utf8')},
  });
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  expect(writesOf(tenant)).toEqual([]);
});

test('a saved plan stays valid where the API counts the uses of what it removes (rows 33, 148)', async () => {
  const options = (uses: number) => ({
    display_type: 'RADIO',
    groups: [{header: 'H', options: ['A', 'B'].map(title => ({id: title, title, uses}))}],
  });
  const declared = {name: 'a', options: {groups: [{header: 'H', options: [{title: 'A'}, {title: 'C', color: 'red'}]}]}};
  const path = inHome('plan.json');
  const files = {'f.json': JSON.stringify({custom_fields: [declared]})};
  await run(`fields plan -f f.json --out ${path}`, createTenant([field('a', {options: options(1)})]), {files});
  const saved = readFileSync(path, 'utf8');
  const apply = (plan: string) =>
    run('fields apply plan.json --expect-deletes 1', createTenant([field('a', {options: options(2)})]), {
      files: {'plan.json': plan},
    });
  expect((await apply(saved)).exitCode).toBe(0);
  const differences = JSON.parse(saved).changes[0].differences;
  expect(differences).toContainEqual({path: 'options.groups[0].options[1]', before: {id: 'B', title: 'B', uses: 1}});
  for (const [was, is] of [
    ['"title": "B"', '"title": "D"'],
    ['"color": "red"', '"color": "green"'],
    ['"title": "B"', '"title": "B", "note": "nobody uses it"'],
  ] as const) {
    const {digest: _seal, ...edited} = JSON.parse(saved.replaceAll(was, is));
    const plan = {...edited, declared: JSON.parse(saved).declared};
    expect((await apply(JSON.stringify({...plan, digest: digest(plan)}))).exitCode).toBe(10);
  }
});

test.each([0, 40])('a plan whose journal has no whole line is applied: it was cut off at byte %i', async length => {
  const tenant = createTenant([field('a')]);
  const world = await savePlan(tenant);
  expect((await run('fields apply plan.json --yes', tenant, world)).exitCode).toBe(0);
  truncateSync(inHome('data/runs', `${runId()}.jsonl`), length);
  const again = createTenant([field('a')]);
  expect((await run('fields apply plan.json --yes', again, world)).exitCode).toBe(0);
  expect(again.fields()).toHaveLength(2);
});

test('a saved plan of a field that someone has created anew is not said to be applied (rows 10, 156)', async () => {
  const files = {'f.yaml': 'custom_fields: [{name: a, id: cf_a, label: New}]'};
  const world = await savePlan(createTenant([field('a'), field('b')]), {files});
  const after = createTenant([field('a', {id: 'cf_other'}), field('b')]);
  expect(await run('fields apply plan.json', after, world)).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: 'error: the plan no longer matches the tenant: "a"\nhint: Plan again and review the changes.\n',
  });
});
