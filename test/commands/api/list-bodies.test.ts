import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering} from '../../harness/tenant.js';

const list = '[{"id":1,"n":"a"},{"id":2.10,"n":"b"}]';

test.each([
  [list, '--output csv', 'id,n\r\n1,a\r\n2.10,b\r\n'],
  [list, '--output tsv --columns n', 'n\na\nb\n'],
  [list, '--output ndjson --columns id', '{"id":1}\n{"id":2.10}\n'],
  [list, '--json --columns id', '[\n  {\n    "id": 1\n  },\n  {\n    "id": 2.10\n  }\n]\n'],
  ['[1,"x"]', '--output csv', 'value\r\n1\r\nx\r\n'],
  ['12345678901234567890.10', '--output csv', 'value\r\n12345678901234567890.10\r\n'],
  ['"hello"', '--output tsv', 'value\nhello\n'],
  ['{"a":1}', '--output csv', 'a\r\n1\r\n'],
])('a reply that is %s, with %s, loses nothing (row 143)', async (body, options, stdout) => {
  for (const method of ['GET', 'POST'])
    expect(await bizctl(`api ${method} v2/any ${options}`, {tenant: answering(body)})).toEqual({
      exitCode: 0,
      stdout,
      stderr: '',
    });
});

test.each([
  '{"error": {"message": "quota exceeded"}}',
  '{"error": {"message": "quota exceeded", "details": []}}',
  '{"data": null, "errors": [{"message": "quota exceeded"}]}',
  '{"success": false, "message": "quota exceeded", "data": {"rows": null}, "warnings": []}',
])('reports an error in a 200 reply rather than a missing list for --items: %s (row 65)', async body => {
  const tenant = answering(body);
  expect(await bizctl('api GET v2/any --paginate --items data.rows', {tenant})).toMatchObject({
    exitCode: 6,
    stdout: '',
    stderr: expect.stringContaining('the reply contains an error instead of elements: quota exceeded'),
  });
});

test.each([
  ['GET', {a: 1}, 2],
  ['GET', [{a: 1}], 2],
  ['GET', {}, 0],
  ['POST', {a: 1}, 0],
  ['POST', [{a: 1}], 0],
])('a column that the reply to %s %j does not have ends with %i (row 144)', async (method, body, expected) => {
  const tenant = answering(JSON.stringify(body));
  const {exitCode, stderr} = await bizctl(`api ${method} v2/x --columns nme --json`, {tenant});
  const isNamed = JSON.stringify(body) !== '{}';
  expect({exitCode, isNamed: stderr.includes('unknown column \\"nme\\"')}).toEqual({exitCode: expected, isNamed});
});

test.each([2, 2000])('--items leads into an element of another list, in a reply of %d rows', async count => {
  const rows = Array.from({length: count}, (_none, id) => ({id, text: 'x'.repeat(20)}));
  const tenant = answering({a: [{rows}, {rows: [{id: 'other'}]}]});
  const {exitCode, stdout} = await bizctl('api GET v2/any --paginate --items a.0.rows --output ndjson', {tenant});
  expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: rows.map(row => `${JSON.stringify(row)}\n`).join('')});
});
