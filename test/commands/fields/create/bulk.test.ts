import {expect, test} from 'vitest';
import {BrokenPipeError, InterruptedError, OutputError} from '../../../../src/base/errors.js';
import {bizctl} from '../../../harness/run-bizctl.js';
import {createTenant, decimal, field, reply, reset} from '../../../harness/tenant.js';

test('creates many fields in input order, and carries on when one fails', async () => {
  const tenant = createTenant([field('taken')], {
    'POST /v2/customFields#2': () => reply({errors: [{path: 'name', message: 'is ugly'}]}, {status: 422}),
  });
  const input = ['one', 'taken', 'two', 'three'].map(name => JSON.stringify({name, type: decimal})).join('\n');
  const run = await bizctl('fields create --file - --concurrency 1 --columns outcome,name', {tenant, stdin: input});
  expect(run).toMatchInlineSnapshot(`
    {
      "exitCode": 7,
      "stderr": "error: stdin:2: "taken": a field named "taken" already exists: cf_taken
    hint: Use --if-exists skip, update or allow.
    error: stdin:3: "two": HTTP 422: name: is ugly (POST /v2/customFields)
    error: 2 of 4 custom fields were not created
    hint: The API accepted the others. The causes are listed above.
    ",
      "stdout": "OUTCOME  NAME
    created  one
    created  three
    ",
    }
  `);
  const again = await bizctl('fields create --file - --if-exists skip --columns outcome,name', {tenant, stdin: input});
  expect(again).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "OUTCOME  NAME
    skipped  one
    skipped  taken
    created  two
    skipped  three
    ",
    }
  `);
});

test('prints an array for a list and one JSON error per failure', async () => {
  const tenant = createTenant([field('taken')]);
  const stdin = JSON.stringify([
    {name: 'taken', type: decimal},
    {name: 'free', type: decimal},
  ]);
  const {exitCode, stdout, stderr} = await bizctl('fields create --file - --json --columns name', {tenant, stdin});
  expect({exitCode, stdout: JSON.parse(stdout)}).toEqual({exitCode: 7, stdout: [{name: 'free'}]});
  expect(
    stderr
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).error),
  ).toEqual([
    expect.objectContaining({
      code: 'guard',
      message: 'stdin:1:2: "taken": a field named "taken" already exists: cf_taken',
    }),
    expect.objectContaining({code: 'incomplete', message: '1 of 2 custom fields was not created'}),
  ]);
});

test('keeps writing when stdout is closed, and says so when the results cannot be written', async () => {
  const stdin = ['a', 'b', 'c', 'd'].map(name => JSON.stringify({name, type: decimal})).join('\n');
  const failing = (error: Error) => () => {
    throw error;
  };
  const gone = createTenant();
  expect(
    await bizctl('fields create --file - --concurrency 1', {
      tenant: gone,
      stdin,
      stdout: failing(new BrokenPipeError()),
    }),
  ).toEqual({exitCode: 0, stdout: '', stderr: ''});
  expect(gone.fields()).toHaveLength(4);
  const full = createTenant();
  expect(
    await bizctl('fields create --file - --concurrency 1', {
      tenant: full,
      stdin,
      stdout: failing(new OutputError('cannot write output: ENOSPC')),
    }),
  ).toEqual({
    exitCode: 11,
    stdout: '',
    stderr: 'note: all 4 writes succeeded, but the output could not be written\nerror: cannot write output: ENOSPC\n',
  });
  expect(full.fields()).toHaveLength(4);
});

test('reports the writes that fail after the output could not be written', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields#3': () => reply({message: 'is ugly'}, {status: 422}),
  });
  const stdin = ['a', 'b', 'c'].map(name => JSON.stringify({name, type: decimal})).join('\n');
  const stdout = () => {
    throw new OutputError('cannot write output: ENOSPC');
  };
  expect(await bizctl('fields create --file - --concurrency 1', {tenant, stdin, stdout})).toMatchInlineSnapshot(`
    {
      "exitCode": 7,
      "stderr": "error: stdin:3: "c": HTTP 422: is ugly (POST /v2/customFields)
    error: 1 of 3 custom fields was not created
    hint: The API accepted the others. The causes are listed above.
    ",
      "stdout": "",
    }
  `);
});

test('names the creates that an interruption left open, and counts the rest (row 37)', async () => {
  const controller = new AbortController();
  let posts = 0;
  const tenant = createTenant([], {
    'POST /v2/customFields': async (_request, carryOut) => {
      posts += 1;
      const done = await carryOut();
      if (posts < 3) return done;
      return new Promise(() => controller.abort(new InterruptedError()));
    },
  });
  const stdin = ['a', 'b', 'c', 'd', 'e'].map(name => JSON.stringify({name, type: decimal})).join('\n');
  expect(
    await bizctl('fields create --file - --concurrency 1 --output ndjson --columns name', {
      tenant,
      stdin,
      signal: controller.signal,
      finishMs: 0,
    }),
  ).toEqual({
    exitCode: 130,
    stdout: '{"name":"a"}\n{"name":"b"}\n',
    stderr: expect.stringContaining(
      '"message":"interrupted; may have been created: stdin:3: \\"c\\"; succeeded: 2, failed: 0, not tried: 2"',
    ),
  });
});

test('creates in flight finish after Ctrl-C, and the last line says what became of them (row 37)', async () => {
  const interrupt = async (outcome: () => Promise<Response> | Response, names: readonly string[]) => {
    const controller = new AbortController();
    const tenant = createTenant([], {
      'POST /v2/customFields': () => {
        controller.abort(new InterruptedError());
        return outcome();
      },
    });
    const stdin = names.map(name => JSON.stringify({name, type: decimal})).join('\n');
    const line = 'fields create --file - --concurrency 1 --quiet --retries 0';
    return bizctl(line, {tenant, stdin, signal: controller.signal});
  };
  const created = () => reply({id: 'cf_1', name: 'a'}, {status: 201});
  const refused = () => reply({message: 'is ugly'}, {status: 422});
  const open = 'hint: The write may still go through. In a few seconds, run: bizctl fields list\n';
  const results = [
    await interrupt(created, ['a', 'b']),
    await interrupt(created, ['a']),
    await interrupt(refused, ['a']),
    await interrupt(reset, ['a']),
    await interrupt(reset, ['a', 'b']),
  ];
  expect(results).toEqual([
    {exitCode: 130, stdout: 'cf_1\n', stderr: 'error: interrupted; succeeded: 1, failed: 0, not tried: 1\n'},
    {exitCode: 130, stdout: 'cf_1\n', stderr: 'error: interrupted; the write succeeded\n'},
    {exitCode: 130, stdout: '', stderr: 'error: interrupted; HTTP 422: is ugly (POST /v2/customFields)\n'},
    {exitCode: 130, stdout: '', stderr: `error: interrupted; may have been created: "a"\n${open}`},
    {
      exitCode: 130,
      stdout: '',
      stderr: expect.stringContaining(
        `error: interrupted; may have been created: stdin:1: "a"; succeeded: 0, failed: 0, not tried: 1\n${open}`,
      ),
    },
  ]);
});

test('the columns of a table in a pipe fit rows that come later', async () => {
  const declared = [
    {name: 'a', label: 'A', type: decimal},
    {name: 'a_longer_name', label: 'A longer label', type: decimal},
  ];
  const line = 'fields create --file - --concurrency 1 --columns name,label,outcome';
  const stdin = declared.map(each => JSON.stringify(each)).join('\n');
  expect((await bizctl(line, {tenant: createTenant(), stdin})).stdout).toBe(
    'NAME           LABEL           OUTCOME\n' +
      'a              A               created\n' +
      'a_longer_name  A longer label  created\n',
  );
});

test('shows the outcomes as a table at a terminal, the failures below it', async () => {
  const tenant = createTenant([field('taken'), field('changed')]);
  const input = ['one', 'taken', 'changed', 'two'].map(name => JSON.stringify({name, type: decimal, label: 'New'}));
  const line = 'fields create --file - --concurrency 1 --columns outcome,name,label';
  const world = {stdin: input.join('\n'), terminal: 80};
  expect(await bizctl(line, {...world, tenant})).toMatchInlineSnapshot(`
    {
      "exitCode": 7,
      "stderr": "[31merror:[39m stdin:2: "taken": a field named "taken" already exists: cf_taken
    [2mhint:[22m Use --if-exists skip, update or allow.
    [31merror:[39m 1 more failed for the same reason: stdin:3: "changed"
    [31merror:[39m 2 of 4 custom fields were not created
    [2mhint:[22m The API accepted the others. The causes are listed above.
    ",
      "stdout": "[1mOUTCOME  NAME  LABEL[22m
    created  one   New
    created  two   New
    ",
    }
  `);
  expect((await bizctl(`${line} --if-exists update`, {...world, tenant})).stdout).toMatchInlineSnapshot(`
    "[1mOUTCOME    NAME     LABEL[22m
    unchanged  one      New
    updated    taken    New
    updated    changed  New
    unchanged  two      New
    "
  `);
});

test.each([
  [
    ['lost', 'refused', 'good'],
    '1 of 3 custom fields was not created, and the outcome is unknown for 1',
    'The API accepted the other. ',
  ],
  [['lost', 'refused'], '1 of 2 custom fields was not created, and the outcome is unknown for 1', ''],
  [['lost', 'lost too'], 'the outcome is unknown for 2 of 2 custom fields', ''],
])('counts the creates of %j by what is known of them', async (names, message, others) => {
  const tenant = createTenant([], {
    'POST /v2/customFields': async (request, carryOut) => {
      const {name} = JSON.parse(await request.clone().text());
      if (name === 'good') return carryOut();
      return name === 'refused' ? reply({message: 'no'}, {status: 422}) : reset();
    },
  });
  const stdin = names.map(name => JSON.stringify({name, type: decimal})).join('\n');
  const {exitCode, stderr} = await bizctl('fields create --file -', {tenant, stdin});
  expect({
    exitCode,
    end: stderr.slice(stderr.indexOf(`error: ${message}`)),
    isTwofold: stderr.includes('Run the same command again'),
  }).toEqual({
    exitCode: 7,
    isTwofold: false,
    end: `error: ${message}\nhint: ${others}The causes are listed above. To create what is missing, run the same command with --if-exists skip.\n`,
  });
});

test.each([
  ['', 4],
  ['--concurrency 1', 1],
  ['--concurrency 16', 16],
])('writes run with a small bounded concurrency: %j (design, section 3)', async (option, expected) => {
  let [running, most] = [0, 0];
  const reached = Promise.withResolvers<void>();
  const tenant = createTenant([], {
    'POST ': async (_request, carryOut) => {
      running += 1;
      most = Math.max(most, running);
      if (most === expected) reached.resolve();
      await reached.promise;
      for (let turn = 0; turn < 50; turn += 1) await new Promise(resolve => setImmediate(resolve));
      running -= 1;
      return carryOut();
    },
  });
  const stdin = JSON.stringify(Array.from({length: 40}, (_, index) => ({name: `f${index}`, type: decimal})));
  expect(await bizctl(`fields create --file - ${option}`, {tenant, stdin})).toMatchObject({exitCode: 0});
  expect(most).toBe(expected);
});
