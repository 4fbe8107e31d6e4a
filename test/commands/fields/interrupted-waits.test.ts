import {expect, test} from 'vitest';
import {InterruptedError} from '../../../src/base/errors.js';
import {timing} from '../../../src/system/timing.js';
import {useFieldsAsCode} from '../../harness/fields-as-code.js';
import {createTenant, field, reply, type Tenant} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

const {journals, run, runId} = useFieldsAsCode();

/** Runs a command line, and interrupts it in its first wait. */
function interruptWait(line: string, tenant: Tenant, world = {}) {
  const interruption = new AbortController();
  const sleep = async (_milliseconds: number, signal: AbortSignal) => {
    const sleeping = timing.sleep(60_000, signal);
    interruption.abort(new InterruptedError());
    await sleeping;
  };
  return run(line, tenant, {...world, sleep, signal: interruption.signal});
}

test('names the create whose id it was waiting for when interrupted (rows 37, 137)', async () => {
  allowViolations();
  const tenant = createTenant([field('a')], {
    'GET /v2/customFields': () => reply({custom_fields: [field('a')]}),
    'POST /v2/customFields': () => reply({name: 'b'}, {status: 201}),
  });
  expect(await interruptWait('fields create --name b --type decimal', tenant)).toEqual({
    exitCode: 130,
    stdout: '',
    stderr:
      'error: interrupted; may have been created: "b"\nhint: The write may still go through. In a few seconds, run: bizctl fields list\n',
  });
});

test('shows what else was created when a bulk create was waiting for an id (rows 37, 137)', async () => {
  allowViolations();
  const isSecondSent = Promise.withResolvers<void>();
  const tenant = createTenant([field('a')], {
    'GET /v2/customFields': () => reply({custom_fields: [field('a')]}),
    'POST /v2/customFields#1': async () => {
      await isSecondSent.promise;
      return reply({name: 'b'}, {status: 201});
    },
    'POST /v2/customFields#2': (_request, carryOut) => {
      isSecondSent.resolve();
      return carryOut();
    },
  });
  const stdin = ['b', 'c'].map(name => JSON.stringify({name, type: field('a')['type']})).join('\n');
  expect(await interruptWait('fields create --file - --concurrency 2 --columns name', tenant, {stdin})).toEqual({
    exitCode: 130,
    stdout: 'NAME\nc\n',
    stderr:
      'error: interrupted; may have been created: stdin:1: "b"; succeeded: 1, failed: 0, not tried: 0\nhint: The write may still go through. In a few seconds, run: bizctl fields list\n',
  });
});

test('says how to resume an apply that was interrupted while it waited for the list (row 37)', async () => {
  const tenant = createTenant([field('a')], {'GET /v2/customFields': () => reply({custom_fields: [field('a')]})});
  const {stdout, stderr} = await interruptWait('fields apply -f f.yaml --yes --columns name,outcome', tenant);
  expect({stdout, stderr: stderr.split('\n').slice(1)}).toEqual({
    stdout: 'NAME  OUTCOME\nnew   done\na     done\n',
    stderr: [
      'error: interrupted; all writes succeeded, but the result was not verified',
      `hint: To resume, run: bizctl fields apply --resume ${runId()}`,
      '',
    ],
  });
  // What the API has done besides was not read back; a run that is resumed looks for it.
  expect(journals()[0]?.at(-1)).toEqual({event: 'end', at: expect.any(String), outcome: 'interrupted'});
  expect((await run('fields runs --output tsv --columns outcome', tenant)).stdout).toBe('outcome\ninterrupted\n');
});

test('does not count what someone changes before an interrupted run is resumed as its own (row 150)', async () => {
  const before = field('a', {display_options: {type: 'DEFAULT'}});
  const isStale = {now: false};
  const tenant = createTenant([before], {
    GET: (_request, carryOut) => (isStale.now ? reply({custom_fields: [before]}) : carryOut()),
    PATCH: (_request, carryOut) => {
      isStale.now = true;
      return carryOut();
    },
  });
  const declared = {name: 'a', display_options: {type: 'DEFAULT', hidden: true}};
  const files = {'f.json': JSON.stringify({custom_fields: [declared]})};
  expect((await interruptWait('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(130);
  const display = {type: 'DEFAULT', hidden: true, duration: {duration_units: ['DAYS']}};
  const since = createTenant([field('a', {display_options: display})]);
  expect((await run(`fields apply --resume ${runId()}`, since)).exitCode).toBe(0);
  await run(`fields undo ${runId()} --yes`, since);
  expect(JSON.parse(since.fields()[0] ?? '').display_options.duration).toEqual(display.duration);
});
