import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {behind} from '../../../harness/behind.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply, reset} from '../../../harness/tenant.js';

const {inHome, run} = useFieldsAsCode();
const lag = 'note: the list may not show all recent writes yet; waiting up to ';
const files = {'f.json': '{"custom_fields": [{"name": "a", "label": "Label of a"}]}'};

const labelsOf = (texts: readonly string[]) =>
  texts.map(text => JSON.parse(text)).map(({name, label}) => [name, label]);

test.each([
  ['fields apply -f f.json --yes', 'Label of a'],
  ["fields create --name a --label 'Label of a' --if-exists update --type decimal", 'Label of a'],
  ['fields update name:a --label C', 'C'],
])('after an update by id alone, %s waits for a list that lags (row 138)', async (line, label) => {
  const tenant = createTenant([field('a')]);
  const lagging = behind(tenant, 3);
  await run('fields list', lagging);
  expect((await run('fields update cf_a --label B', lagging)).exitCode).toBe(0);
  const {exitCode, stderr} = await run(line, lagging, {files});
  expect({exitCode, notes: stderr.includes(lag), fields: labelsOf(tenant.fields())}).toEqual({
    exitCode: 0,
    notes: true,
    fields: [['a', label]],
  });
});

test.each(['delete cf_a --yes', 'update cf_a --deleted', 'delete name:a --yes', 'update name:a --deleted'])(
  'after %s, an apply waits until the field is no longer listed (row 138)',
  async line => {
    const tenant = createTenant([{...field('a'), label: 'Label of a'}]);
    const lagging = behind(tenant, 3);
    await run('fields list', lagging);
    expect((await run(`fields ${line}`, lagging)).exitCode).toBe(0);
    const declared = {
      'f.json': '{"custom_fields": [{"name": "a", "type": {"discriminator": "SIMPLE", "primitive_type": "DECIMAL"}}]}',
    };
    const {exitCode, stderr} = await run('fields apply -f f.json --yes', lagging, {files: declared});
    expect({exitCode, notes: stderr.includes(lag), count: tenant.fields().length}).toEqual({
      exitCode: 0,
      notes: true,
      count: 1,
    });
  },
);

test('after a field was taken back, an apply waits until the list shows it again (row 138)', async () => {
  const tenant = createTenant([{...field('a'), label: 'Label of a'}]);
  expect((await run('fields update cf_a --deleted', tenant)).exitCode).toBe(0);
  const lagging = behind(tenant, 3);
  await run('fields list', lagging);
  expect((await run('fields update cf_a --no-deleted', lagging)).exitCode).toBe(0);
  const {exitCode} = await run('fields create --name a --type decimal --if-exists skip', lagging);
  expect({exitCode, count: tenant.fields().length}).toEqual({exitCode: 0, count: 1});
});

test('a create in other letters waits for the one before it, and is refused (rows 43, 138)', async () => {
  const tenant = createTenant();
  const lagging = behind(tenant, 3);
  expect((await run('fields create --name Budget --type decimal', lagging)).exitCode).toBe(0);
  expect((await run('fields create --name budget --type decimal --if-exists skip', lagging)).exitCode).toBe(9);
  expect(tenant.fields()).toHaveLength(1);
});

test('a create under the name that the API made of the one before waits for it (row 138)', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields': async (request, carryOut) => {
      const {name, ...others} = JSON.parse(await request.text());
      return carryOut(
        new Request(request.url, {
          method: 'POST',
          headers: request.headers,
          body: JSON.stringify({name: name.replace('Deal size', 'deal_size'), ...others}),
        }),
      );
    },
  });
  const lagging = behind(tenant, 3);
  await run("fields create --name 'Deal size' --type decimal", lagging);
  expect((await run('fields create --name deal_size --type decimal --if-exists skip', lagging)).exitCode).toBe(0);
  expect(tenant.fields()).toHaveLength(1);
});

test('a create waits while the list still shows what was just deleted: it may lack a field as well (rows 61, 138)', async () => {
  const tenant = createTenant([field('a'), field('x')]);
  let reads = 0;
  const moving = {
    fetch: async (request: Request) => {
      if (request.method !== 'GET' || tenant.fields().length === 2) return tenant.fetch(request);
      reads += 1;
      // A first page from before the deletion, and none of what moved to it.
      return reads === 1 ? reply({custom_fields: [field('a')]}) : tenant.fetch(request);
    },
  };
  await run('fields delete cf_a --yes', moving);
  const {exitCode, stderr} = await run('fields create --name x --type decimal --if-exists skip', moving);
  expect({exitCode, notes: stderr.includes(lag), count: tenant.fields().length}).toEqual({
    exitCode: 0,
    notes: true,
    count: 1,
  });
});

test('an export waits for the writes before it (row 138)', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const lagging = behind(tenant, 3);
  await run('fields delete name:a --yes', lagging);
  const {stdout} = await run('fields export --json', lagging);
  expect(JSON.parse(stdout).custom_fields.map(({name}: {name: string}) => name)).toEqual(['b']);
});

test.each(['create --name y --label Y --type decimal', 'update name:a --label B'])(
  '%s with a partial reply is compared with a list that shows it (rows 22, 25)',
  async line => {
    const tenant = createTenant([field('a')]);
    const partial = behind(tenant, 3);
    const answering = {
      fetch: async (request: Request) => {
        const {status, body} = await partial
          .fetch(request)
          .then(async done => ({status: done.status, body: await done.text()}));
        return reply(request.method === 'GET' ? body : {id: JSON.parse(body).id}, {status});
      },
    };
    const {exitCode, stderr} = await run(`fields ${line}`, answering);
    expect({exitCode, warned: stderr.includes('values other than')}).toEqual({exitCode: 0, warned: false});
  },
);

test('an update by id alone whose value the API stores in another form is not waited for', async () => {
  const tenant = createTenant([field('a')]);
  const trimming = {
    fetch: async (request: Request) => {
      if (request.method !== 'PATCH') return tenant.fetch(request);
      const {label} = JSON.parse(await request.text());
      const body = JSON.stringify({label: label.trim()});
      return tenant.fetch(new Request(request.url, {method: 'PATCH', headers: request.headers, body}));
    },
  };
  expect((await run("fields update cf_a --label ' X '", trimming)).exitCode).toBe(0);
  expect((await run('fields export', trimming)).stderr).not.toContain(lag);
});

test('an export works where the runs cannot be read (row 86)', async () => {
  mkdirSync(inHome('data'), {recursive: true});
  rmSync(inHome('data/runs'), {recursive: true, force: true});
  writeFileSync(inHome('data/runs'), '');
  const {exitCode, stdout} = await run('fields export --json', createTenant([field('a')]));
  rmSync(inHome('data/runs'));
  expect({exitCode, count: JSON.parse(stdout).custom_fields.length}).toEqual({exitCode: 0, count: 1});
});

test.each([
  ['name:a', 'longest, as it was certainly carried out', 11],
  ['cf_a', 'shortly, as nobody knows the value before', 4],
])('an update of %s that the list never shows is waited for %s (row 138)', async (target, _why, count) => {
  const never = behind(createTenant([field('a')]), 100);
  let reads = 0;
  const counted = {
    fetch: async (request: Request) => {
      reads += request.method === 'GET' ? 1 : 0;
      return never.fetch(request);
    },
  };
  await run('fields list', counted);
  expect((await run(`fields update ${target} --label B`, counted)).exitCode).toBe(0);
  reads = 0;
  expect((await run('fields export', counted)).exitCode).toBe(0);
  expect(reads).toBe(count);
});

test('an update of a field that was deleted since is not waited for at another field with its id (row 138)', async () => {
  const tenant = createTenant([field('a')]);
  await run('fields update cf_a --label B', tenant);
  await run('fields delete cf_a --yes --journal', tenant);
  const other = createTenant([field('z', {id: 'cf_a', label: 'Label of a'})]);
  const {exitCode, stderr} = await run('fields update cf_a --label C', other);
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: expect.not.stringContaining(lag)});
});

test.each([
  ['as it was sent', 'PHONE', 0],
  ['as the deleted one was, which a list that lags may show', 'DECIMAL', 7],
])(
  'a lost create that got the id of a deleted field is found if it is %s (rows 18, 152)',
  async (_how, type, exitCode) => {
    const old = field('a');
    let isReplaced = false;
    const tenant = createTenant([old], {
      'POST /v2/customFields': () => {
        isReplaced = true;
        return reset();
      },
      'GET /v2/customFields': (_request, carryOut) =>
        isReplaced
          ? reply({custom_fields: [{...old, type: {discriminator: 'SIMPLE', primitive_type: type}}]})
          : carryOut(),
    });
    const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
    const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
    expect((await run(line, tenant, {files})).exitCode).toBe(exitCode);
    expect(writesOf(tenant).map(request => request.split(' ')[0])).toEqual(['DELETE', 'POST']);
  },
);
