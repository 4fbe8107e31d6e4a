import type {IncomingMessage, ServerResponse} from 'node:http';
import {text} from 'node:stream/consumers';
import {afterAll, expect, test} from 'vitest';
import {builds, createHome, start} from '../harness/built-program.js';
import {openServer} from '../harness/local-server.js';

const home = createHome();
afterAll(() => home.remove());

const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};

// The limit of a file's size stands in for a disk that fills up.
test.runIf(process.platform === 'linux').each(builds)(
  'where the disk fills up during deletions, no field is deleted without a record of it, on %s (row 169)',
  async (name, [command, ...words]) => {
    let fields: readonly {readonly id: string}[] = Array.from({length: 60}, (_none, index) => ({
      id: `f${index}`,
      name: `n${index}`,
      label: 'L'.repeat(200),
      type,
    }));
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await text(request);
      if (request.method === 'DELETE') {
        fields = fields.filter(({id}) => id !== request.url?.split('/').at(-1));
        response.writeHead(204).end();
        return;
      }
      const created = request.method === 'POST' ? {...JSON.parse(body), id: `new-${fields.length}`} : undefined;
      if (created) fields = [...fields, created];
      response.writeHead(created ? 201 : 200, {'content-type': 'application/json'});
      response.end(JSON.stringify(created ?? {custom_fields: fields}));
    };
    await using server = await openServer((request, response) => void answer(request, response));
    const env = {
      ...home.env,
      BIZCTL_BASE_URL: `http://127.0.0.1:${server.port}/${encodeURIComponent(name)}`,
      BIZCTL_TOKEN: 'x',
    };
    const names = Array.from(fields.keys(), index => `name:n${index}`);
    // In units of 512 bytes: the plan of the run and some of its writes.
    const limited = `trap '' XFSZ; ulimit -f 90; exec "$@"`;
    const program = [command, ...words, 'fields'];
    const deleting = start('/bin/sh', ['-c', limited, 'sh', ...program, 'delete', ...names, '--yes'], {env});
    const {exitCode, stderr} = await deleting.ended;
    expect({exitCode, isNamed: /cannot write the journal .* file too large/.test(stderr)}).toEqual({
      exitCode: 7,
      isNamed: true,
    });
    const left = fields.length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(60);
    const {stdout} = await start(command, [...words, 'fields', 'runs', '--output', 'ndjson'], {env}).ended;
    const {run} = JSON.parse(stdout.split('\n')[0] ?? '');
    const undo = await start(command, [...words, 'fields', 'undo', run, '--yes'], {env}).ended;
    expect({exitCode: undo.exitCode, fields: fields.length}).toEqual({exitCode: 0, fields: 60});
  },
);
