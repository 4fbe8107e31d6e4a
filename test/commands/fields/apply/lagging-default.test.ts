import {expect, test} from 'vitest';
import {behind} from '../../../harness/behind.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field} from '../../../harness/tenant.js';

const {run} = useFieldsAsCode();

const withDefault = (id: string) =>
  field('a', {
    options: {
      display_type: 'RADIO',
      groups: [
        {
          header: 'H',
          options: [
            {id: '1', title: 'One'},
            {id: '2', title: 'Two'},
          ],
        },
      ],
      default_option_id: id,
    },
  });
const files = {'f.json': JSON.stringify({custom_fields: [withDefault('2')]})};

test('a default that was set is not sent again because the list lags (row 138)', async () => {
  const tenant = createTenant([withDefault('1')]);
  const {exitCode, stdout} = await run('fields apply -f f.json --yes', behind(tenant, 3), {files});
  expect({exitCode, rows: stdout.trimEnd().split('\n').length - 1, writes: writesOf(tenant).length}).toEqual({
    exitCode: 0,
    rows: 1,
    writes: 1,
  });
});

test('a default that a reply shows as not set is sent again', async () => {
  const tenant = createTenant([withDefault('1')], {
    'PATCH /v2/customFields#1': async (request, carryOut) => {
      const body = (await request.text()).replace('"default_option_id":"2"', '"default_option_id":"1"');
      return carryOut(new Request(request.url, {method: 'PATCH', headers: request.headers, body}));
    },
  });
  const {exitCode} = await run('fields apply -f f.json --yes', tenant, {files});
  expect({exitCode, writes: writesOf(tenant).length}).toEqual({exitCode: 0, writes: 2});
  expect(JSON.parse(tenant.fields()[0] ?? '{}').options.default_option_id).toBe('2');
});
