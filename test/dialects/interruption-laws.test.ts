import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {TransportError} from '../../src/base/transport-error.js';
import {checkLaw} from './check-law.js';
import {type Dialect, dialects} from './dialect.js';
import {describeFields} from './expected-fields.js';
import {findUnrestored} from './find-unrestored.js';
import {lastRun, removeLocks} from './list-runs.js';
import type {Server} from './server.js';
import {filesWithDefaults, type TenantAndFile, tenantsAndFiles} from './tenants-and-files.js';
import {allowReplacing, fileOf, type Testbed, withTestbed} from './testbed.js';

const faithful = {ignored: 'nothing', choiceOrder: 'as sent'} as const;

/** Where an apply is cut off. */
interface Cut {
  /** Which write, from 1. */
  readonly at: number;
  readonly isCarriedOut: boolean;
  /** Whether the process ends there, or its connections. */
  readonly kills: 'the process' | 'the network';
}

const cuts: fc.Arbitrary<Cut> = fc.record({
  at: fc.integer({min: 1, max: 5}),
  isCarriedOut: fc.boolean(),
  kills: fc.constantFrom('the network', 'the process'),
});

/** The server, until it is cut off. */
function cutOff(server: Server, {at, isCarriedOut, kills}: Cut) {
  const {promise, resolve} = Promise.withResolvers<'killed'>();
  let isCut = false;
  let count = 0;
  const received: Promise<Response>[] = [];
  const carryOut = (request: Request): Promise<Response> => {
    const response = server.fetch(request);
    received.push(response);
    return response;
  };
  const lose = (): Promise<Response> => {
    if (kills === 'the network') return Promise.reject(new TransportError('ECONNRESET', true));
    resolve('killed');
    return Promise.withResolvers<Response>().promise;
  };
  const fetch = async (request: Request): Promise<Response> => {
    if (isCut) return lose();
    if (request.method === 'GET') return server.fetch(request);
    count += 1;
    if (count < at) return carryOut(request);
    isCut = true;
    if (isCarriedOut) await carryOut(request);
    return lose();
  };
  // What the server has received takes effect within the time that bizctl waits, which passes at once in a test.
  return {fetch, killed: promise.then(() => Promise.allSettled(received))};
}

/** Applies a file until the cut; returns the id of the run. */
async function applyUntil(
  testbed: Testbed,
  declared: TenantAndFile['declared'],
  cut: Cut,
  more: readonly string[],
): Promise<string> {
  fc.pre(declared.length > 0);
  const {fetch, killed} = cutOff(testbed.server, cut);
  const words = ['fields', 'apply', '-f', 'f.json', '--retries', '0', ...more];
  await Promise.race([testbed.run(words, {...fileOf(declared), tenant: {fetch}}), killed]);
  const id = await lastRun(testbed);
  fc.pre(id !== '');
  removeLocks(testbed);
  return id;
}

/** What is on a server after an apply that nothing disturbs. */
function applyAlone(
  dialect: Dialect,
  {stored, declared}: Pick<TenantAndFile, 'stored' | 'declared'>,
  more: readonly string[] = [],
) {
  return withTestbed(dialect, stored, async ({run, server}) => {
    await run(['fields', 'apply', '-f', 'f.json', ...more], fileOf(declared));
    return describeFields(server.tenant('a').all(), dialect);
  });
}

test('a run that was cut off at any write converges when it is resumed (rows 18, 19, 22, 39, 137, 138)', () =>
  checkLaw(
    fc.tuple(filesWithDefaults(dialects(faithful)), cuts, fc.boolean()),
    ([[dialect, {stored, declared, replaced}], cut, isPruning]) =>
      withTestbed(dialect, stored, async testbed => {
        const {run, server} = testbed;
        const more = [...allowReplacing(replaced), ...(isPruning ? ['--prune'] : [])];
        const id = await applyUntil(testbed, declared, cut, more);
        const resume = () => run(['fields', 'apply', '--resume', id]);
        const first = await resume();
        // Pages that overlap cannot be told from a list that is changing while they lag; the advice is to try again.
        const isUnclear = first.exitCode === 10 && first.writes.length === 0;
        const mayBeUnclear = dialect.pages === 'overlapping' && (dialect.lag > 0 || dialect.deletionLag > 0);
        const resumed = isUnclear && mayBeUnclear ? await resume() : first;
        expect(resumed).toMatchObject({exitCode: 0});
        const alone = await applyAlone(dialect, {stored, declared}, more);
        expect(describeFields(server.tenant('a').all(), dialect)).toEqual(alone);
      }),
  ));

test('undo of a run that was cut off at any write restores what was there before, or says that it could not (rows 39, 150)', () =>
  checkLaw(
    fc.tuple(filesWithDefaults(dialects(faithful)), cuts, fc.boolean()),
    ([[dialect, {stored, declared, replaced}], cut, isPruning]) =>
      withTestbed(dialect, stored, async testbed => {
        const {run, server} = testbed;
        const before = server.tenant('a').all();
        const more = [...allowReplacing(replaced), ...(isPruning ? ['--prune'] : [])];
        const id = await applyUntil(testbed, declared, cut, more);
        const {exitCode} = await run(['fields', 'undo', id]);
        const unrestored = findUnrestored(before, server.tenant('a').all(), dialect);
        expect(exitCode === 0 ? unrestored : []).toEqual([]);
      }),
  ));

test('one of two simultaneous applies works, and the other has nothing to do or ends with 10 (rows 35, 155)', () =>
  checkLaw(fc.tuple(dialects(faithful), tenantsAndFiles({type: 'same'})), ([dialect, {stored, declared}]) =>
    withTestbed(dialect, stored, async ({run, server}) => {
      const words = ['fields', 'apply', '-f', 'f.json'];
      const outcomes = await Promise.all([run(words, fileOf(declared)), run(words, fileOf(declared))]);
      expect([
        [0, 0],
        [0, 10],
      ]).toContainEqual(outcomes.map(({exitCode}) => exitCode).toSorted((one, other) => one - other));
      expect(describeFields(server.tenant('a').all(), dialect)).toEqual(await applyAlone(dialect, {stored, declared}));
      const alone = await run(words, fileOf(declared));
      expect(alone).toMatchObject({exitCode: 0, writes: []});
    }),
  ));
