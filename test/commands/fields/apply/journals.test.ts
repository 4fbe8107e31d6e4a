import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {InterruptedError} from '../../../../src/base/errors.js';
import {declaredType, useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, field} from '../../../harness/tenant.js';

const {inHome, journals, run, savePlan} = useFieldsAsCode();

test('row 39: each write is in the journal before it is sent', async () => {
  const seen: number[] = [];
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': (_request, carryOut) => {
      seen.push(journals()[0]?.filter(({event, name}) => event === 'intent' && name === 'new').length ?? 0);
      return carryOut();
    },
  });
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(0);
  expect(seen).toEqual([1]);
  expect(journals()[0]?.map(({event}) => event)).toEqual(['run', 'intent', 'intent', 'done', 'done', 'end']);
});

test('rows 37 and 38: Ctrl-C lets the write under way come to its end, and begins no other', async () => {
  const interruption = new AbortController();
  const tenant = createTenant([], {
    'POST /v2/customFields#1': (_request, carryOut) => {
      interruption.abort(new InterruptedError());
      return carryOut();
    },
  });
  const line = 'fields apply -f f.yaml --yes --concurrency 1';
  const files = {
    'f.yaml': `custom_fields: [{name: a, label: A, type: ${declaredType}}, {name: b, label: B, type: ${declaredType}}]`,
  };
  const {exitCode, stderr} = await run(line, tenant, {files, signal: interruption.signal});
  expect(exitCode).toBe(130);
  expect(stderr).toContain('not tried: 1');
  // The second was written down as about to be sent, while the first was under way; now it is known that it was not.
  expect(journals()[0]?.map(({event, name}) => (name === undefined ? event : `${event} ${name}`))).toEqual([
    'run',
    'intent a',
    'intent b',
    'done a',
    'cancelled b',
    'end',
  ]);
  const {stdout} = await run('fields runs --json --columns done,failed,open', tenant);
  expect(JSON.parse(stdout)).toEqual([{done: 1, failed: 0, open: 0}]);
});

test('row 40: a damaged journal is named and moved aside, and is in nobody’s way', async () => {
  const tenant = createTenant([field('a')]);
  const world = await savePlan(tenant);
  expect(await run('fields apply plan.json', tenant, world)).toMatchObject({exitCode: 0});
  const [name = ''] = readdirSync(inHome('data/runs')).filter(each => each.endsWith('.jsonl'));
  const path = inHome('data/runs', name);
  const damaged = `${readFileSync(path, 'utf8').slice(0, 50)}\n{}\n`;
  writeFileSync(path, damaged);
  const id = name.replace('.jsonl', '');
  expect(await run(`fields apply --resume ${id}`, tenant)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: the journal ${path} is damaged in line 1; it was moved aside to ${path}.damaged\nhint: Plan again: the tenant itself says what is left to do.\n`,
  });
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(damaged);
  expect(await run(`fields runs show ${id}`, tenant)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: the journal of the run ${id} is damaged, and was moved aside: ${path}.damaged\nhint: Plan again: the tenant itself says what is left to do.\n`,
  });
  // The plan was carried out, whatever is left of its journal.
  expect(await run('fields apply plan.json', tenant, world)).toMatchObject({exitCode: 10});
  expect(await run('fields apply -f f.yaml --yes', tenant)).toMatchObject({exitCode: 0});
});

test('a journal that another process has just begun is in nobody’s way, and stays where it is', async () => {
  const tenant = createTenant([field('a')]);
  await run('fields apply -f f.yaml --yes', tenant);
  const directory = inHome('data/runs');
  writeFileSync(join(directory, '20990101T000000-00000000.jsonl'), '');
  const {exitCode, stdout, stderr} = await run('fields runs --json --columns outcome', tenant);
  expect({exitCode, stdout: JSON.parse(stdout), stderr}).toEqual({
    exitCode: 0,
    stdout: [{outcome: 'converged'}],
    stderr: '',
  });
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(0);
  expect(readdirSync(directory).filter(name => name.startsWith('2099'))).toEqual(['20990101T000000-00000000.jsonl']);
});
