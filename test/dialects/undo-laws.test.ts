import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../src/json/json.js';
import {checkLaw} from './check-law.js';
import {type Dialect, dialects} from './dialect.js';
import {textOf} from './exact-json.js';
import {describeDocumented, describeFields} from './expected-fields.js';
import {lastRun} from './last-run.js';
import {tenantsAndFiles} from './tenants-and-files.js';
import {allowReplacing, fileOf, withTestbed} from './testbed.js';

const faithful = {ignored: 'nothing', choiceOrder: 'as sent'} as const;

/** Names of the fields that are not as before; those that were created anew cannot have what no request can give them. */
function findUnrestored(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  dialect: Dialect,
): readonly string[] {
  const names = [...new Set([...before, ...after].map(({name}) => textOf(name)))];
  return names.filter(name => {
    const [was, is] = [before, after].map(fields => fields.filter(field => field['name'] === name));
    const isSame = was?.[0]?.['id'] === is?.[0]?.['id'];
    const describe = isSame ? describeFields : describeDocumented;
    return describe(was ?? [], dialect).join('\n') !== describe(is ?? [], dialect).join('\n');
  });
}

test('undo restores what was there before, or names what it could not and ends with 7 (rows 150, 151)', () =>
  checkLaw(
    fc.tuple(dialects(faithful), tenantsAndFiles(), fc.boolean()),
    ([dialect, {stored, declared, replaced}, isPruning]) =>
      withTestbed(dialect, stored, async testbed => {
        const {run, server} = testbed;
        const before = server.tenant('a').all();
        const words = [...allowReplacing(replaced), ...(isPruning && declared.length > 0 ? ['--prune'] : [])];
        const applied = await run(['fields', 'apply', '-f', 'f.json', ...words], fileOf(declared));
        fc.pre(applied.exitCode === 0 && applied.writes.length > 0);
        const undone = await run(['fields', 'undo', await lastRun(testbed)]);
        const unrestored = findUnrestored(before, server.tenant('a').all(), dialect);
        expect({exitCode: undone.exitCode, unrestored}).toEqual({
          exitCode: unrestored.length === 0 ? 0 : 7,
          unrestored,
        });
        const created = undone.writes.flatMap(({method, body}) => (method === 'POST' && body ? [body] : []));
        expect(JSON.stringify(created)).not.toMatch(/"(?:x_\w+|updated_at|revision)":/);
        for (const name of unrestored) expect(undone.stderr).toContain(JSON.stringify(name).slice(1, -1));
      }),
  ));
