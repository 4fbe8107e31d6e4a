import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, field} from '../../../harness/tenant.js';

const {journals, run} = useFieldsAsCode();

async function applyAllKinds() {
  const tenant = createTenant([field('a'), field('gone')]);
  const files = {
    'f.yaml': `custom_fields:\n  - {name: a, label: New}\n  - {name: new, type: ${declaredType}, label: N}\n`,
  };
  await run('fields apply -f f.yaml --yes --prune --expect-deletes 1', tenant, {files});
  const [[{run: id} = {run: ''}] = []] = journals();
  return {tenant, id};
}

test('--dry-run shows what an undo would change, sends nothing and leaves the run as it was', async () => {
  const {tenant, id} = await applyAllKinds();
  const count = writesOf(tenant).length;
  const {exitCode, stdout, stderr} = await run(`fields undo ${id} --dry-run --json`, tenant);
  const {changes: all, warnings} = JSON.parse(stdout);
  const changes = all.map(({action, name}: JsonObject) => [action, name]);
  expect({exitCode, changes, warnings, stderr, writes: writesOf(tenant).length, runs: journals().length}).toEqual({
    exitCode: 0,
    changes: [
      ['create', 'gone'],
      ['update', 'a'],
      ['delete', 'new'],
    ],
    warnings: ['"gone" is recreated with a new id; its stored values, hint and example_value cannot be restored'],
    stderr:
      '{"warning":{"message":"\\"gone\\" is recreated with a new id; its stored values, hint and example_value cannot be restored"}}\n',
    writes: count,
    runs: 1,
  });
  expect((await run(`fields undo ${id} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
});

test('a run in detail has what each write changed', async () => {
  const {tenant, id} = await applyAllKinds();
  const {id: gone, ...members} = field('gone');
  const toPaths = (object: JsonObject, side: 'before' | 'after') =>
    Object.entries(object).map(([path, value]) => ({path, [side]: value}));
  expect(JSON.parse((await run(`fields runs ${id} --json --columns action,name,changes`, tenant)).stdout)).toEqual([
    {action: 'create', name: 'new', changes: toPaths({name: 'new', type: decimal, label: 'N'}, 'after')},
    {action: 'update', name: 'a', changes: [{path: 'label', before: 'Label of a', after: 'New'}]},
    {action: 'delete', name: 'gone', changes: toPaths({id: gone, ...members}, 'before')},
  ]);
  expect((await run(`fields runs ${id} --columns name,changes`, tenant)).stdout).toBe(
    'NAME  CHANGES\nnew\na     label: "Label of a" -> "New"\ngone\n',
  );
});

test('--dry-run of an undo that would be incomplete ends like the undo', async () => {
  const tenant = createTenant([field('a')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  await run('fields apply -f f.yaml --yes', tenant, {files});
  const [[{run: id} = {run: ''}] = []] = journals();
  await run('fields update name:a --label Later', tenant);
  expect(await run(`fields undo ${id} --dry-run`, tenant)).toEqual({
    exitCode: 7,
    stdout: expect.stringMatching(/^warning +"a": changed since the run, so left alone: label$/m),
    stderr:
      `error: run ${id} cannot be undone: "a": changed since the run, so left alone: label\n` +
      'hint: The warnings list what cannot be undone; fix it by hand if needed.\n',
  });
});

test('a run in detail tells the changes of two fields with one name apart', async () => {
  const tenant = createTenant([field('x', {id: '1', label: 'One'}), field('x', {id: '2', label: 'Two'})]);
  const editor = (text: string) => text.replace('One', 'A').replace('Two', 'B');
  await run('fields edit 1 2', tenant, {editor, answer: 'yes'});
  const [[{run: id} = {run: ''}] = []] = journals();
  const {stdout} = await run(`fields runs ${id} --json --columns id,changes`, tenant);
  expect(JSON.parse(stdout)).toEqual([
    {id: '1', changes: [{path: 'label', before: 'One', after: 'A'}]},
    {id: '2', changes: [{path: 'label', before: 'Two', after: 'B'}]},
  ]);
});

/** The ids of all runs, latest first. */

test('--dry-run says of each field that is gone that its undo cannot restore it, and whether anything is left (row 150)', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}, {name: b, label: New}]'};
  await run('fields apply -f f.yaml --yes', tenant, {files});
  const [[{run: id} = {run: ''}] = []] = journals();
  const tellGone = async () => {
    const {exitCode, stderr} = await run(`fields undo ${id} --dry-run`, tenant);
    return {exitCode, stderr};
  };
  const hint = 'hint: The warnings list what cannot be undone; fix it by hand if needed.\n';
  const gone = '"a" is no longer listed and cannot be restored';
  await run('fields delete cf_a --yes', tenant);
  expect(await tellGone()).toEqual({
    exitCode: 7,
    stderr: `error: run ${id} can be undone only in part: ${gone}\n${hint}`,
  });
  await run('fields delete cf_b --yes', tenant);
  expect(await tellGone()).toEqual({
    exitCode: 7,
    stderr: `error: run ${id} cannot be undone: ${gone} (and 1 more)\n${hint}`,
  });
});
