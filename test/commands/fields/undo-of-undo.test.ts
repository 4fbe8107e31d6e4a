import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field} from '../../harness/tenant.js';

function openHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-undo-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  return home;
}

test('a run whose undo was undone is no longer undone, and can be undone again', async () => {
  const tenant = createTenant([field('a')]);
  const world = {tenant, home: openHome(), answer: 'yes' as const};
  const latest = async () => JSON.parse((await bizctl('fields runs --json', world)).stdout);
  expect((await bizctl('fields update name:a --label New', world)).exitCode).toBe(0);
  const [first] = await latest();
  expect((await bizctl(`fields undo ${first.run} --yes`, world)).exitCode).toBe(0);
  const undo = (await latest()).find(({undoes}: {undoes: string | null}) => undoes === first.run);
  expect((await bizctl(`fields undo ${undo.run} --yes`, world)).exitCode).toBe(0);
  const outcomeOf = async (run: string) => (await latest()).find((each: {run: string}) => each.run === run)?.outcome;
  expect([await outcomeOf(first.run), await outcomeOf(undo.run)]).toEqual(['done', 'undone']);
  // And so on: once that is undone, the first run is undone again.
  const third = (await latest()).find(({undoes}: {undoes: string | null}) => undoes === undo.run);
  expect((await bizctl(`fields undo ${third.run} --yes`, world)).exitCode).toBe(0);
  expect([await outcomeOf(first.run), await outcomeOf(undo.run)]).toEqual(['undone', 'converged']);
  expect((await bizctl(`fields undo ${undo.run} --yes`, world)).exitCode).toBe(0);
  expect(await outcomeOf(first.run)).toBe('done');
  expect((await bizctl(`fields undo ${first.run} --yes`, world)).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text).label)).toEqual(['Label of a']);
});

test('a run that was undone in part keeps its outcome when that undo is undone, which cannot be resumed', async () => {
  const tenant = createTenant([field('a')]);
  const world = {tenant, home: openHome(), answer: 'yes' as const};
  const runs = async () => JSON.parse((await bizctl('fields runs --json', world)).stdout);
  expect((await bizctl('fields update name:a --label L --description D', world)).exitCode).toBe(0);
  const [{run}] = await runs();
  expect((await bizctl('fields update name:a --description E', world)).exitCode).toBe(0);
  expect((await bizctl(`fields undo ${run} --yes`, world)).exitCode).toBe(7);
  const undo = (await runs()).find((each: {undoes: string | null}) => each.undoes === run).run;
  expect(await bizctl(`fields apply --resume ${undo}`, world)).toMatchObject({
    exitCode: 2,
    stderr: `error: run ${undo} is an undo, which cannot be resumed\nhint: To undo what is left, run: bizctl fields undo ${run}\n`,
  });
  expect((await bizctl(`fields undo ${undo} --yes`, world)).exitCode).toBe(0);
  const outcomeOf = async () => (await runs()).find((each: {run: string}) => each.run === run).outcome;
  expect(await outcomeOf()).toBe('done');
  // Nor is it undone completely once its undo has effect again.
  const third = (await runs()).find((each: {undoes: string | null}) => each.undoes === undo).run;
  expect((await bizctl(`fields undo ${third} --yes`, world)).exitCode).toBe(0);
  expect(await outcomeOf()).toBe('done');
});

test('a run that was interrupted is undone again once the undo of its undo is undone', async () => {
  const tenant = createTenant([field('a')]);
  const world = {tenant, home: openHome(), answer: 'yes' as const};
  const runs = async () => JSON.parse((await bizctl('fields runs --json', world)).stdout);
  expect((await bizctl('fields update name:a --label New', world)).exitCode).toBe(0);
  const [{run}] = await runs();
  const path = readdirSync(world.home, {recursive: true, encoding: 'utf8'}).find(each => each.includes(run)) ?? '';
  const file = join(world.home, path);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\{"event":"end".*\n$/, ''));
  const outcomes = [];
  for (let undone = run; outcomes.length < 6; ) {
    expect((await bizctl(`fields undo ${undone} --yes`, world)).exitCode).toBe(0);
    const all = await runs();
    outcomes.push(all.find((each: {run: string}) => each.run === run).outcome);
    undone = all.find(({undoes}: {undoes: string | null}) => undoes === undone).run;
  }
  expect(outcomes).toEqual(['undone', 'interrupted', 'undone', 'interrupted', 'undone', 'interrupted']);
  expect((await bizctl(`fields undo ${run} --yes`, world)).exitCode).toBe(0);
});

test.each(['the create', 'the undo of its undo'])(
  'a create is in effect again once its undo is undone, and %s can be undone',
  async which => {
    const tenant = createTenant();
    const world = {tenant, home: openHome()};
    const listRuns = async (): Promise<readonly {run: string; undoes: string | null; outcome: string}[]> =>
      JSON.parse((await bizctl('fields runs --json', world)).stdout);
    const undo = async (undone: string) => {
      const count = tenant.fields().length;
      expect((await bizctl(`fields undo ${undone} --yes --expect-deletes ${count}`, world)).exitCode).toBe(0);
      return (await listRuns()).find(({undoes}) => undoes === undone)?.run ?? '';
    };
    expect((await bizctl('fields create --name z --type decimal', world)).exitCode).toBe(0);
    const [{run: created} = {run: ''}] = await listRuns();
    const again = await undo(await undo(created));
    expect(tenant.fields()).toHaveLength(1);
    await undo(which === 'the create' ? created : again);
    expect(tenant.fields()).toEqual([]);
    expect((await bizctl(`fields undo ${created} --yes`, world)).stderr).toContain(`run ${created} was already undone`);
  },
);

test('an undo that recreates a field does not take another one for its old name', async () => {
  const tenant = createTenant([field('gone', {label: 'Same'})]);
  const world = {tenant, home: openHome(), answer: 'yes' as const};
  expect((await bizctl('fields delete cf_gone --yes', world)).exitCode).toBe(0);
  await bizctl('fields create --name other --type decimal --label Same', world);
  const runs: readonly {run: string; command: string}[] = JSON.parse(
    (await bizctl('fields runs --json', world)).stdout,
  );
  const {run = ''} = runs.find(({command}) => command === 'delete') ?? {};
  const {exitCode, stderr} = await bizctl(`fields undo ${run} --yes`, world);
  expect({exitCode, warning: stderr.includes('rename')}).toEqual({exitCode: 0, warning: false});
});

test('the details of a run show that an update has reordered choices', async () => {
  const options = (...titles: readonly string[]) => ({
    display_type: 'RADIO',
    groups: [{options: titles.map(title => ({id: `o_${title}`, title}))}],
  });
  const tenant = createTenant([field('a', {options: options('x', 'y')})]);
  const world = {tenant, home: openHome(), stdin: JSON.stringify({options: options('y', 'x')})};
  expect((await bizctl('fields update name:a --file -', world)).exitCode).toBe(0);
  const [{run}] = JSON.parse((await bizctl('fields runs --json', world)).stdout);
  const [write] = JSON.parse((await bizctl(`fields runs ${run} --json`, world)).stdout);
  expect(write.changes).toEqual([
    {path: 'options.groups[0].options', before: ['x', 'y'], after: ['y', 'x'], order: true},
  ]);
});
