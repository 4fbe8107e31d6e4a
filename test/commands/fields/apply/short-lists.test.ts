import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {run} = useFieldsAsCode();
const files = {
  'f.yaml': 'custom_fields: [{name: a, label: A, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
};

/** A tenant that states a total, which is too high in `short` readings after a create. */
function totallingTenant(short: number) {
  allowViolations();
  const listed: JsonObject[] = [];
  let tooHigh = 0;
  return createTenant([], {
    'GET /v2/customFields': () => {
      const total = tooHigh > 0 ? listed.length + 1 : listed.length;
      tooHigh -= 1;
      return reply({custom_fields: listed, total});
    },
    'POST /v2/customFields': async request => {
      const created = {...field('a'), ...JSON.parse(await request.text())};
      listed.push(created);
      tooHigh = short;
      return reply(created, {status: 201});
    },
  });
}

test('a list that falls short of its total once, as while others write, is read again (row 61)', async () => {
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', totallingTenant(1), {files});
  expect({exitCode, last: stderr.trim().split('\n').at(-1)}).toEqual({
    exitCode: 0,
    last: 'note: verified: the tenant matches the files',
  });
});

test('an apply that cannot read the whole list back says that it has written, and how to go on', async () => {
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', totallingTenant(1000), {files});
  expect({exitCode, lines: stderr.trim().split('\n').slice(-2)}).toEqual({
    exitCode: 7,
    lines: [
      expect.stringMatching(
        /^error: all writes succeeded, but the result could not be verified: the list is incomplete: the reply shows a total of 2, but only 1 arrived/,
      ),
      expect.stringMatching(/^hint: To resume, run: bizctl fields apply --resume \S+/),
    ],
  });
});
