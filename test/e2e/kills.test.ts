import {writeFileSync} from 'node:fs';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {expect, onTestFinished, test} from 'vitest';
import {builds, createHome, type Started, start} from '../harness/built-program.js';
import {openServer} from '../harness/local-server.js';

const type = {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'};
const created = ['a', 'b', 'c', 'd'];
const writes = created.length + 2;

interface Field {
  readonly id: string;
  readonly name: string;
}

/** A tenant that kills the process which sends the nth write, before or after it carries that out. */
async function openTenant() {
  let fields: readonly Field[] = ['old', 'changed'].map(name => ({id: `cf_${name}`, name, type, label: 'Old'}));
  let count = 0;
  let plannedKill: {readonly nth: number; readonly isCarriedOut: boolean; readonly kill: () => void} | undefined;
  const carryOut = async (request: IncomingMessage, body: object): Promise<object> => {
    const id = (request.url ?? '').split('/')[3] ?? '';
    if (request.method === 'POST') {
      const field = {id: `cf_${fields.length}_${count}`, name: '', ...body};
      fields = [...fields, field];
      return field;
    }
    const field = fields.find(each => each.id === id);
    fields =
      request.method === 'DELETE'
        ? fields.filter(each => each.id !== id)
        : fields.map(each => (each.id === id ? {...each, ...body} : each));
    return {...field, ...body};
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = await text(request);
    const send = (reply: object) => {
      response.writeHead(request.method === 'POST' ? 201 : 200, {'content-type': 'application/json'});
      response.end(JSON.stringify(reply));
    };
    if (request.method === 'GET') return send({custom_fields: fields});
    count += 1;
    const due = plannedKill?.nth === count ? plannedKill : undefined;
    // After a create that was not carried out, the next command waits for a list that may lag, for 30 s.
    if (due && !due.isCarriedOut && request.method !== 'POST') return due.kill();
    const reply = await carryOut(request, sent === '' ? {} : JSON.parse(sent));
    if (due) return due.kill();
    return send(reply);
  };
  const server = await openServer((request, response) => void answer(request, response));
  onTestFinished(() => server[Symbol.asyncDispose]());
  return {
    env: {BIZCTL_BASE_URL: `http://127.0.0.1:${server.port}`, BIZCTL_TOKEN: 'x'},
    fields: () => fields,
    planKill: (kill: typeof plannedKill) => {
      plannedKill = kill;
    },
  };
}

const kills = Array.from({length: writes}, (_none, index) =>
  [false, true].map(isCarriedOut => ({nth: index + 1, isCarriedOut})),
).flat();

test.each(builds.filter(([name]) => ['Node 24', 'the executable'].includes(name)))(
  'an apply that is killed at any write is finished by --resume, and nothing is there twice, on %s (rows 18, 24)',
  async (_name, [command, ...words]) => {
    for (const {nth, isCarriedOut} of kills) {
      const home = createHome();
      onTestFinished(home.remove);
      const tenant = await openTenant();
      const file = join(home.path, 'f.json');
      const declared = [...created, 'changed'].map(name => ({name, type, label: 'New'}));
      writeFileSync(file, JSON.stringify({custom_fields: declared}));
      const env = {...home.env, ...tenant.env};
      const run = (...args: readonly string[]): Started => start(command, [...words, 'fields', ...args], {env});
      const killed = run('apply', '-f', file, '--prune', '--yes', '--expect-deletes', '1', '--concurrency', '1');
      tenant.planKill({nth, isCarriedOut, kill: () => void killed.child.kill('SIGKILL')});
      expect(await killed.ended).toMatchObject({exitCode: 128});
      tenant.planKill(undefined);
      const [{run: id}] = JSON.parse((await run('runs', '--json').ended).stdout);
      const resumed = await run('apply', '--resume', id, '--yes').ended;
      const names = tenant.fields().map(({name}) => name);
      expect({nth, isCarriedOut, exitCode: resumed.exitCode, names: names.toSorted()}).toEqual({
        nth,
        isCarriedOut,
        exitCode: 0,
        names: ['a', 'b', 'c', 'changed', 'd'],
      });
    }
  },
  60_000,
);
