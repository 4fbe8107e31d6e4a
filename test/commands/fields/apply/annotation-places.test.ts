import {expect, test} from 'vitest';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply, type Tenant} from '../../../harness/tenant.js';

const {run} = useFieldsAsCode();

/** The annotations of a plan, without its summary. */
async function annotate(file: string, text: string, tenant: Tenant = createTenant([field('a')])) {
  const {stdout} = await run(`fields plan -f ${file} --format github`, tenant, {files: {[file]: text}});
  return stdout.split('\n').filter(line => line !== '' && !line.startsWith('::notice'));
}

test.each([
  [
    'a block collection, at its key',
    'f.yaml',
    'custom_fields:\n  - name: a\n    display_option:\n      # A comment\n      hidden: true\n',
    '::warning file=f.yaml,line=3,col=5::"display_option" is not in the API reference',
  ],
  [
    'a collection in braces, at its value',
    'f.yaml',
    'custom_fields:\n  - {name: a, display_option: {hidden: true}}\n',
    '::warning file=f.yaml,line=2,col=31::"display_option" is not in the API reference',
  ],
  ['a row of a CSV file', 'f.csv', 'name,label\na,x,y\n', '::error file=f.csv,line=2::the row has more'],
  ['a quote that is not closed', 'f.csv', 'name,label\na,"x\n', '::error file=f.csv,line=2::a quote is not closed'],
  [
    'the tenant of a file',
    'f.yaml',
    'tenant: other.example.com\ncustom_fields: [{name: a}]\n',
    '::error file=f.yaml,line=1,col=9::the files are for tenant other.example.com',
  ],
])('the annotation of %s is at its place (row 164)', async (_what, file, text, start) => {
  const [first = ''] = await annotate(file, text);
  expect(first.slice(0, start.length)).toBe(start);
});

test('does not read a time in the message of the API as a place', async () => {
  const refuse = () => reply({message: '2026-11-28 12:30:45: the database is locked'}, {status: 400});
  expect(
    await annotate('f.yaml', 'custom_fields: [{name: a}]', createTenant([], {'GET /v2/customFields': refuse})),
  ).toEqual(['::error::HTTP 400: 2026-11-28 12:30:45: the database is locked (GET /v2/customFields)']);
});

test('a directory without fields files does not leave a review empty', async () => {
  const files = {'d/readme.txt': ''};
  expect(await run('fields plan -f d --format github', createTenant(), {files})).toMatchObject({
    exitCode: 2,
    stdout: '::error::d contains no fields files. Use files whose names end in .yaml, .yml or .json.\n',
  });
});
