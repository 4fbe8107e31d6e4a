import {expect, test} from 'vitest';
import {bizctl} from '../../../harness/run-bizctl.js';
import {createTenant, field, reply} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

test('an id that is a number is named as the reason why the outcome is unknown (row 153)', async () => {
  allowViolations();
  const tenant = createTenant([field('b')], {
    'POST ': () => reply({...field('a'), id: 1000}, {status: 201}),
    'PATCH ': () => reply({...field('b'), id: 7}),
  });
  expect(await bizctl('fields create --name a --type decimal', {tenant})).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('the id in the reply is not a string: 1000'),
  });
  expect(await bizctl('fields update cf_b --label New', {tenant})).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('the id in the reply is not a string: 7'),
  });
});
