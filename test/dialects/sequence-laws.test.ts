import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../src/json/json.js';
import {checkLaw} from './check-law.js';
import {type Dialect, dialects} from './dialect.js';
import {describeDocumented} from './expected-fields.js';
import {lastRun} from './list-runs.js';
import {fileOf, withTestbed} from './testbed.js';

const type = {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'};
const stored: readonly JsonObject[] = [
  {name: 'x', label: 'X', type, display_options: {type: 'DEFAULT', hidden: false}},
  {name: 'y', label: 'Y', type},
];

/** A command on the field `name`, or `undo` of the latest run. */
type Step = readonly string[] | 'undo';

const names = fc.constantFrom('x', 'y', 'z');
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        names,
        fc.constantFrom(
          ['--label', 'A'],
          ['--label', 'B'],
          ['--description', 'D'],
          ['--null', 'description'],
          ['--hidden'],
          ['--display', 'boolean:toggle'],
          ['--option', 'P'],
          ['--option', 'Q'],
          ['--hint', 'h'],
        ),
      )
      .map(([name, change]) => ['update', `name:${name}`, ...change]),
  },
  names.map(name => ['delete', `name:${name}`]),
  fc
    .tuple(names, fc.constantFrom('fail', 'skip', 'update'))
    .map(([name, what]) => ['create', '--name', name, '--label', 'C', '--type', 'decimal', '--if-exists', what]),
  fc.constant(['apply', '-f', 'f.json']),
  fc.constant('undo' as const),
);

/** Runs the commands one after the other, and returns how each ended and what is there in the end. */
function runAll(dialect: Dialect, sequence: readonly Step[]) {
  return withTestbed(dialect, stored, async testbed => {
    const exitCodes: number[] = [];
    const file = fileOf([
      {name: 'x', label: 'A', type},
      {name: 'z', label: 'Z', type},
    ]);
    for (const step of sequence) {
      const words = step === 'undo' ? ['undo', await lastRun(testbed)] : step;
      const {exitCode} = await testbed.run(['fields', ...words], file);
      exitCodes.push(exitCode);
    }
    return {exitCodes, fields: describeDocumented(testbed.server.tenant('a').all(), dialect)};
  });
}

test('commands in a row do the same on a list that lags as on one that does not (row 138)', () =>
  checkLaw(
    fc.tuple(
      dialects({ignored: 'nothing', choiceOrder: 'as sent', replies: 'field'}),
      fc.boolean(),
      fc.array(steps, {minLength: 2, maxLength: 5}),
    ),
    async ([dialect, replicas, sequence]) => {
      // States that differ only in the ids of choices cannot be told apart, and a deletion is refused for the change.
      fc.pre(!replicas || dialect.added !== 'new choice ids');
      const expected = await runAll({...dialect, lag: 0}, sequence);
      expect(await runAll({...dialect, replicas}, sequence)).toEqual(expected);
    },
  ));

test('commands in a row do the same where a field is not listed for a while after an update (rows 24, 138)', () =>
  checkLaw(
    fc.tuple(
      // A deleted field that is not listed for a while is like one that never will be.
      dialects({ignored: 'nothing', choiceOrder: 'as sent', replies: 'field', deleted: 'gone', lag: 0}),
      fc.array(steps, {minLength: 2, maxLength: 5}),
    ),
    async ([dialect, sequence]) => {
      const expected = await runAll(dialect, sequence);
      expect(await runAll({...dialect, reindexing: 2}, sequence)).toEqual(expected);
    },
  ));

test('an undo waits for a list that shows what lies between two updates of the run (row 138)', async () => {
  const merging = {objects: 'merge', nulls: 'remove', unsent: 'stay', absent: 'left out', added: 'nothing'} as const;
  const plain = {
    ignored: 'nothing',
    choiceOrder: 'as sent',
    replies: 'field',
    names: 'as sent',
    enums: 'as sent',
  } as const;
  const [dialect] = fc.sample(dialects({...merging, ...plain, lag: 3, reindexing: 0}), {numRuns: 1, seed: 1});
  if (!dialect) throw new Error('no dialect');
  const sequence = [['update', 'name:x', '--display', 'boolean:toggle'], 'undo', 'undo'] as const;
  const expected = await runAll({...dialect, lag: 0}, sequence);
  expect(expected.exitCodes).toEqual([0, 0, 0]);
  expect(await runAll({...dialect, replicas: true}, sequence)).toEqual(expected);
});
