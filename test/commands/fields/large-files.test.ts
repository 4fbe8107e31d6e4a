import {expect, test} from 'vitest';
import {InterruptedError} from '../../../src/base/errors.js';
import type {JsonObject} from '../../../src/json/json.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field} from '../../harness/tenant.js';

const ndjson = '{"name": "a"}\n';

test.each([
  ['plan -f f.csv', {'f.csv': `name\n${'a\n'.repeat(200_001)}`}, 'rows'],
  ['create --file f.csv', {'f.csv': `name\n${'a\n'.repeat(200_001)}`}, 'rows'],
  ['create --file f.ndjson', {'f.ndjson': ndjson.repeat(200_001)}, 'lines'],
])('fields %s refuses more rows than a tenant has (row 162)', async (line, files, unit) => {
  expect(await bizctl(`fields ${line}`, {files})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${Object.keys(files)[0]} has more than 200,000 ${unit}\nhint: Split it into several files.\n`,
  });
});

test.each([
  ['f.ndjson', 2],
  ['f.json', 2],
  ['-', 2],
  ['f.ndjson', 3],
] as const)('a plan refuses one object per line from %s, the next in line %i, with what to do', async (file, next) => {
  const text = `${ndjson}${'\n'.repeat(next - 2)}${ndjson}`;
  const world = file === '-' ? {stdin: text} : {files: {[file]: text}};
  expect(await bizctl(`fields plan -f ${file}`, world)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${file === '-' ? 'stdin' : file}:${next}:1: not valid JSON: unexpected text after the value\nhint: Put the objects into one list, as jq -s does.\n`,
  });
});

test('a header with many unknown columns is named in part', async () => {
  const files = {'f.csv': `name,${Array.from({length: 30}, (_none, index) => `zzzzzzzz${index}`).join(',')}\n`};
  const {stderr} = await bizctl('fields plan -f f.csv', {files});
  expect(stderr).toContain('zzzzzzzz18, zzzzzzzz19 and 10 more, or use one of: name,');
});

test('a dry run that is interrupted has written nothing, and does not say that it may have', async () => {
  const interruption = new AbortController();
  const outcome = await bizctl('fields create --file f.ndjson --dry-run --concurrency 1', {
    tenant: createTenant([]),
    files: {'f.ndjson': Array.from({length: 99}, (_none, index) => `{"name": "n${index}"}\n`).join('')},
    signal: interruption.signal,
    stdout: () => interruption.abort(new InterruptedError()),
  });
  expect(outcome).toMatchObject({
    exitCode: 130,
    stderr: 'note: dry run: no write was sent\nerror: interrupted\n',
  });
});

test('40,000 choices are matched in linear time (row 162)', async () => {
  const numbers = Array.from({length: 40_000}, (_none, index) => index);
  const withChoices = (options: readonly JsonObject[]) => ({
    ...field('a'),
    options: {display_type: 'DROPDOWN', groups: [{header: 'H', options}]},
  });
  const tenant = createTenant([withChoices(numbers.map(id => ({id: `c${id}`, title: `Choice ${id}`})))]);
  const declared = withChoices(numbers.map(id => ({id: `c${id}`, title: id === 0 ? 'Choice 0' : `New ${id}`})));
  const {exitCode, stderr} = await bizctl('fields plan -f f.json --json', {
    tenant,
    files: {'f.json': JSON.stringify({custom_fields: [declared]})},
  });
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
});
