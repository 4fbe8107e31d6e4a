import {expect, test} from 'vitest';
import {InterruptedError} from '../../../src/base/errors.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field} from '../../harness/tenant.js';

test.each(['plan -f f.json', 'plan -f f.json --json', 'diff f.json', 'export', 'export --json'])(
  'a signal that arrives while fields %s lays out or writes its output is not lost (row 162)',
  async line => {
    const interruption = new AbortController();
    const {exitCode, stderr} = await bizctl(`fields ${line}`, {
      tenant: createTenant([field('a')]),
      files: {'f.json': '{"custom_fields": [{"name": "a", "label": "New"}]}'},
      signal: interruption.signal,
      stdout: () => interruption.abort(new InterruptedError()),
    });
    expect({exitCode, wasTold: stderr.includes('interrupted')}).toEqual({exitCode: 130, wasTold: true});
  },
);
