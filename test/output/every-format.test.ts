import {expect, test} from 'vitest';
import {formatNames} from '../../src/output/formats.js';
import {bizctl} from '../harness/run-bizctl.js';
import {answering} from '../harness/tenant.js';

/** Sequences that control a terminal in its two forms, and text that is shown backwards. */
const hostile = 'a\u009b31m\u001b[31m\u202eb';

test.each(formatNames)('as %s, text from the API does not control a terminal (rows 92, 93)', async format => {
  const tenant = answering(JSON.stringify({custom_fields: [{id: 'a', name: 'n', label: hostile}]}));
  const {stdout} = await bizctl(`fields list --columns label --output ${format}`, {tenant, terminal: 100});
  expect(stdout).toContain('31m');
  expect(stdout).not.toContain('\u009b');
  expect(stdout).not.toContain('\u202e');
  expect(stdout).not.toContain('\u001b[31m');
});
