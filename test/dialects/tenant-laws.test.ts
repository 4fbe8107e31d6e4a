import {readFileSync} from 'node:fs';
import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {checkLaw} from './check-law.js';
import {dialects} from './dialect.js';
import {textOf} from './exact-json.js';
import {lastRun} from './list-runs.js';
import {tenantsAndFiles} from './tenants-and-files.js';
import {fileOf, withTestbed} from './testbed.js';

const faithful = {ignored: 'nothing', choiceOrder: 'as sent', nulls: 'remove', objects: 'replace'} as const;
/** Tenants with a field that the file changes, so that every run has seen an id and a name. */
const changed = tenantsAndFiles({place: 'both', type: 'same', description: 'changed'});
const apply = ['fields', 'apply', '-f', 'f.json'];

test('a run is undone with the new token of the tenant, with or without BIZCTL_TENANT (row 156)', () =>
  checkLaw(
    fc.tuple(dialects(faithful), changed, fc.constantFrom({}, {BIZCTL_TENANT: 'a'})),
    ([dialect, {stored, declared}, env]) =>
      withTestbed(dialect, stored, async testbed => {
        const {run, server} = testbed;
        expect(await run(apply, {...fileOf(declared), env})).toMatchObject({exitCode: 0});
        server.rotateToken('a', 'new-token');
        const id = await lastRun(testbed);
        const old = await run(['fields', 'undo', id], {env});
        expect(old).toMatchObject({exitCode: 3, writes: []});
        const undone = await run(['fields', 'undo', id], {env: {...env, BIZCTL_TOKEN: 'new-token'}});
        expect([0, 7]).toContain(undone.exitCode);
        expect(undone.writes.length).toBeGreaterThan(0);
      }),
  ));

test('a run and a plan of one tenant are refused for another at the same address (rows 34, 156)', () =>
  checkLaw(fc.tuple(dialects(faithful), changed, fc.boolean()), ([dialect, {stored, declared}, isNamed]) =>
    withTestbed(dialect, stored, async testbed => {
      const {run, server, home} = testbed;
      for (const field of declared)
        server.tenant('b').seed({type: {}, ...field, name: `other ${textOf(field['name'])}`});
      const of = (tenant: string) => ({
        BIZCTL_TOKEN: `token-of-${tenant}`,
        ...(isNamed ? {BIZCTL_TENANT: tenant} : {}),
      });
      const plan = `${home}/plan.json`;
      const planned = await run(['fields', 'plan', '-f', 'f.json', `--out=${plan}`], {
        ...fileOf(declared),
        env: of('a'),
      });
      expect(planned.exitCode).toBe(0);
      const saved = {files: {'plan.json': readFileSync(plan, 'utf8')}};
      expect(await run(['fields', 'apply', 'plan.json'], {...saved, env: of('b')})).toMatchObject({
        exitCode: 10,
        writes: [],
      });
      expect(await run(['fields', 'apply', 'plan.json'], {...saved, env: of('a')})).toMatchObject({exitCode: 0});
      const id = await lastRun(testbed);
      for (const words of [
        ['fields', 'undo', id],
        ['fields', 'apply', '--resume', id],
      ])
        expect(await run(words, {env: of('b')})).toMatchObject({exitCode: 10, writes: []});
    }),
  ));
