import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {builds, createHome, firstLine, type Started, start} from '../harness/built-program.js';
import {openCheckedRelay} from '../harness/checked-relay.js';

const fieldsFile = `custom_fields:
  - {name: priority, label: Urgency}
  - name: partners_phone
    type: {discriminator: ARRAY, primitive_type: ARRAY, array: {list_type: {discriminator: SIMPLE, primitive_type: PHONE}}}
    example_value: {numbers: ['+49 30 1']}
`;

describe.each(builds)('on %s, with every exchange held against the OpenAPI document', (_name, [command, ...first]) => {
  const home = createHome();
  const file = join(home.path, 'fields.yaml');
  let serving: Started;
  let base_url = '';
  let relay: Awaited<ReturnType<typeof openCheckedRelay>>;
  let env = home.env;
  const run = (line: string) => start(command, [...first, ...line.split(' ')], {env}).ended;

  beforeAll(async () => {
    writeFileSync(file, fieldsFile);
    const args = ['sandbox', 'serve', '--port', '0', '--sandbox', ':memory:', '--json', '--quiet'];
    serving = start(command, [...first, ...args], {env: home.env});
    const served: {base_url: string; token: string} = JSON.parse(await firstLine(serving));
    base_url = served.base_url;
    relay = await openCheckedRelay(base_url);
    env = {...home.env, BIZCTL_BASE_URL: relay.url, BIZCTL_TOKEN: served.token};
  });
  afterAll(async () => {
    await relay[Symbol.asyncDispose]();
    serving.child.kill('SIGTERM');
    await serving.ended;
    home.remove();
  });

  test('all six operations keep to it', async () => {
    const outcomes: (readonly [string, number])[] = [];
    for (const line of [
      'fields list --json --page-size 7 --order-by name --filter type.discriminator=ARRAY --quiet',
      'fields create --name seats --type decimal --required --max-size 9 --default-value {"value":1.10} --option A',
      'fields create --name seats --type decimal --if-exists skip',
      'fields get name:seats --json',
      'fields update name:seats --label Seats --hint h --null description --display default',
      'fields delete name:seats --yes',
      `fields apply -f ${file} --yes`,
      'fields export --with-ids',
      'dates parse every friday until march --time-zone Europe/Berlin',
      'deals list --json --page-size 100',
      'api GET v2/deals -q page_size=1',
    ])
      outcomes.push([line, (await run(line)).exitCode]);
    expect(outcomes).toEqual(outcomes.map(([line]) => [line, 0]));
  });

  test('the served document is the printed one', async () => {
    const served = await fetch(new URL('openapi.json', base_url));
    const {exitCode, stdout, stderr} = await run('schema openapi');
    expect({exitCode, stderr, document: JSON.parse(stdout)}).toEqual({
      exitCode: 0,
      stderr: '',
      document: await served.json(),
    });
  });
});
