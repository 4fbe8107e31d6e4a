import {afterEach, expect, test, vi} from 'vitest';
import type {Page} from '../../../src/api/page.js';
import type {BrowseWrites} from '../../../src/app/browse/browsable.js';
import {openSession} from '../../../src/app/browse/browse-session.js';
import {createEffectRunner} from '../../../src/app/browse/create-effect-runner.js';
import {createBrowseLayout} from '../../../src/app/browse/layout.js';
import {createReading} from '../../../src/app/browse/read-list.js';
import {createState, selectedEntry} from '../../../src/app/browse/state.js';
import {AuthError, RefusedError, UnavailableError} from '../../../src/base/errors.js';
import {createRedaction} from '../../../src/base/redaction.js';
import {createFactory} from '../../../src/cli/create-factory.js';
import type {JsonObject} from '../../../src/json/json.js';
import {createReporter} from '../../../src/output/create-reporter.js';
import {asSent} from '../../../src/output/view.js';
import {layoutSettings} from '../../harness/browse-layout.js';
import {createStage} from '../../harness/run-bizctl.js';

afterEach(() => void vi.useRealTimers());

type Answer = Page<JsonObject> | Error | Promise<Page<JsonObject>>;

/** A reading of a list whose requests are answered in order. */
async function openReading(answers: readonly Answer[]) {
  const {context} = createStage();
  const reporter = createReporter({
    stderr: context.io.stderr,
    isMachine: false,
    isQuiet: false,
    isVerbose: false,
    secrets: createRedaction(),
  });
  const api = await createFactory(context, reporter).openApi({optsWithGlobals: () => ({})});
  const session = openSession(api, createState({readOnly: undefined, forms: {}}), () => {});
  const asked: (string | undefined)[] = [];
  const left = [...answers];
  async function* read(token: string | undefined): AsyncGenerator<Page<JsonObject>> {
    asked.push(token);
    for (;;) {
      const answer = await left.shift();
      if (answer === undefined) return;
      if (answer instanceof Error) throw answer;
      yield answer;
      if (answer.next === undefined) return;
    }
  }
  const table = {noun: 'rows', columns: () => [{path: 'id'}], documented: [], toValue: asSent};
  const detail = {lines: () => [], toValue: asSent, documented: []};
  const layout = createBrowseLayout({...layoutSettings, table, detail});
  const browsable = {group: 'deals', noun: 'rows', table, detail, describe: () => '', read, writes: undefined} as const;
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
  const reading = createReading(session, browsable, layout);
  const show = () => {
    const {
      entries,
      reading: {state, retryIn},
    } = session.state();
    return {
      ids: entries.map(({key}) => key),
      selected: selectedEntry(session.state())?.key,
      state,
      retryIn,
      requests: asked.length,
      notes: session.notes.map(({text}) => text),
    };
  };
  const select = (wanted: string) => {
    const cursor = session.state().visible.findIndex(({key}) => key === wanted);
    session.update({...session.state(), cursor});
  };
  return {reading, show, asked, select, session, browsable, layout};
}

const page = (id: string, next?: string): Page<JsonObject> => ({rows: [{id}], next});
const unavailable = () => new UnavailableError('away', {retryable: true});

test('counts the seconds down, then reads from the first page on', async () => {
  const {reading, show, asked} = await openReading([unavailable(), page('a')]);
  await reading.read(false);
  const seen = [];
  for (let second = 0; second < 10; second += 1) {
    seen.push(show().retryIn);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(seen).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect({...show(), asked}).toMatchObject({
    ids: ['a'],
    state: 'done',
    retryIn: undefined,
    requests: 2,
    asked: [undefined, undefined],
  });
});

test('goes on where a list broke off, and keeps its rows', async () => {
  const {reading, show, asked} = await openReading([page('a', 't2'), unavailable(), page('b')]);
  await reading.read(false);
  expect(show()).toMatchObject({ids: ['a'], state: 'failed', retryIn: 10});
  await vi.advanceTimersByTimeAsync(10_000);
  expect({...show(), asked}).toMatchObject({ids: ['a', 'b'], state: 'done', asked: [undefined, 't2']});
});

test('reads from the start once the API has refused the page token, but not after another refusal', async () => {
  const expired = new UnavailableError('bad page_token', {retryable: false});
  const {reading, show, asked} = await openReading([page('a', 't2'), new AuthError('no'), expired, page('b')]);
  await reading.read(false);
  await reading.read(true);
  expect(show()).toMatchObject({ids: ['a'], state: 'failed', retryIn: undefined});
  await reading.read(true);
  expect({...show(), asked}).toMatchObject({ids: ['b'], state: 'done', asked: [undefined, 't2', undefined]});
});

test('does not repeat what the API refuses, and nothing once it is stopped', async () => {
  const refused = await openReading([new RefusedError('no', {}), page('a')]);
  await refused.reading.read(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refused.show()).toMatchObject({ids: [], state: 'failed', retryIn: undefined, requests: 1});
  vi.useRealTimers();
  const stopped = await openReading([unavailable(), page('a')]);
  await stopped.reading.read(false);
  stopped.reading.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stopped.show()).toMatchObject({state: 'failed', requests: 1});
});

test('a list that is continued shows a row once, and both versions of one that changed (row 61)', async () => {
  const {reading, show} = await openReading([
    {rows: [{id: 'a'}, {id: 'b', label: 'Old'}], next: 't2'},
    unavailable(),
    {
      rows: [{id: 'a'}, {id: 'b', label: 'New'}, {id: 'b', label: 'New'}, {id: 'c'}],
      next: undefined,
    },
  ]);
  await reading.read(false);
  await reading.read(true);
  expect(show()).toMatchObject({
    ids: ['a', 'b', '#4: b', 'c'],
    state: 'done',
    notes: ['1 row changed while the list was being read; both versions are shown'],
  });
});

test('a reload leaves the rows as they are until all others have arrived', async () => {
  const {reading, show, select} = await openReading([
    page('a', 't2'),
    page('b'),
    page('a', 't2'),
    unavailable(),
    page('new', 't2'),
    page('b'),
  ]);
  await reading.read(false);
  select('b');
  await reading.read(false);
  expect(show()).toMatchObject({ids: ['a', 'b'], selected: 'b', state: 'failed'});
  // It starts again, as the first page may have changed.
  await reading.read(true);
  expect(show()).toMatchObject({ids: ['new', 'b'], selected: 'b', state: 'done'});
});

test('reports each warning once, however often the list is reloaded', async () => {
  const twice = {rows: [{id: 'a'}, {id: 'a', label: 'Other'}], next: undefined, warning: 'odd page'};
  const {reading, show} = await openReading([twice, twice, twice]);
  for (let times = 0; times < 3; times += 1) await reading.read(false);
  expect(show()).toMatchObject({
    ids: ['a', '#2: a'],
    notes: ['odd page', '1 row changed while the list was being read; both versions are shown'],
  });
});

test('a write while the list is reloaded is not undone on the screen by older rows', async () => {
  const older = Promise.withResolvers<Page<JsonObject>>();
  const {reading, show, session, browsable, layout} = await openReading([
    {rows: [{id: 'a'}, {id: 'b'}], next: undefined},
    {rows: [{id: 'a'}], next: 't2'},
    older.promise,
    {rows: [{id: 'b'}], next: undefined},
    {rows: [{id: 'b'}], next: undefined},
  ]);
  const unused = () => Promise.reject(new Error('not in this test'));
  const remove: BrowseWrites['remove'] = async (_context, _rows, onWritten) => onWritten([], ['a']);
  const perform = createEffectRunner({
    session,
    browsable: {
      ...browsable,
      writes: {forms: {}, edit: unused, remove, prepareChange: () => ({question: '', lines: [], send: unused})},
    },
    layout,
    reading,
    suspend: unused,
    writeToTerminal: () => {},
    onLeave: () => {},
  });
  await reading.read(false);
  const reloading = perform({kind: 'read', isContinued: false});
  await vi.waitFor(() => expect(session.state().reading.arrived).toBe(1));
  const [entry] = session.state().entries;
  await perform({kind: 'delete', entries: entry ? [entry] : []});
  older.resolve({rows: [{id: 'b'}], next: undefined});
  await reloading;
  expect(show()).toMatchObject({ids: ['b'], state: 'done', requests: 3});
  // As any key does.
  session.update({...session.state(), message: undefined});
  await perform({kind: 'read', isContinued: false});
  expect(session.state().message?.text).toBe('The list may not show your latest changes yet; press r to reload.');
});

test('a list that has never been complete does not become so when a reload fails', async () => {
  const refused = () => new RefusedError('no', {status: 400, retryable: false});
  const isReload = () => session.state().reading.isReload;
  const {reading, session} = await openReading([page('a', 't2'), refused(), refused(), page('a'), refused()]);
  await reading.read(false);
  expect(isReload()).toBe(false);
  await reading.read(false);
  expect(isReload()).toBe(false);
  await reading.read(false);
  expect(session.state().reading.state).toBe('done');
  await reading.read(false);
  expect(isReload()).toBe(true);
});

test('only a write is followed by the rest of a list that it may have changed', async () => {
  const {reading, show, session, browsable, layout} = await openReading([
    page('a', 't2'),
    new AuthError('no'),
    page('b'),
  ]);
  const copied: string[] = [];
  const perform = createEffectRunner({
    session,
    browsable,
    layout,
    reading,
    suspend: () => Promise.reject(new Error('not in this test')),
    writeToTerminal: text => copied.push(text),
    onLeave: () => {},
  });
  await reading.read(false);
  await perform({kind: 'copy', text: 'x'});
  expect({copied, ...show()}).toMatchObject({
    copied: ['\u001b]52;c;eA==\u0007'],
    ids: ['a'],
    state: 'failed',
    requests: 1,
  });
});
