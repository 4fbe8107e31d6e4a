import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, field} from '../../../harness/tenant.js';

/*
 * What a merge of two branches, or a line that was left unfinished, leaves in the choices of a file is pointed out.
 */

const {run} = useFieldsAsCode();

const choice = (title: string, id?: string): JsonObject => ({...(id === undefined ? {} : {id}), title});
const withGroups = (...groups: readonly JsonObject[]): JsonObject => ({options: {display_type: 'RADIO', groups}});
const group = (header: string, ...options: readonly JsonObject[]): JsonObject => ({header, options});

const warningsOf = async (declared: object, current: JsonObject) => {
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', ...declared}]})};
  const {stdout} = await run('fields plan -f f.json --json', createTenant([field('a', current)]), {files});
  return JSON.parse(stdout).warnings;
};

const one = withGroups(group('G', choice('New', 'c_new'), choice('Hot', 'c_hot')));
const twice = 'appears twice in its group; this one becomes a choice of its own';

test.each<[string, object, JsonObject, readonly string[]]>([
  [
    'a title twice in a group',
    withGroups(group('G', choice('New'), choice('New'), choice('Hot'))),
    one,
    [`f.json:1:116: "a": the choice "New" ${twice}`],
  ],
  [
    'a title three times in a group',
    withGroups(group('G', choice('New'), choice('New'), choice('New'), choice('Hot'))),
    one,
    [`f.json:1:116: "a": the choice "New" ${twice}`, `f.json:1:132: "a": the choice "New" ${twice}`],
  ],
  [
    'a title as often as the tenant',
    withGroups(group('G', choice('New', 'c_1'), choice('New', 'c_2'))),
    withGroups(group('G', choice('New', 'c_1'), choice('New', 'c_2'))),
    [],
  ],
  ['a title in two groups', withGroups(group('G', choice('New'), choice('Hot')), group('H', choice('New'))), one, []],
  [
    'a header twice',
    withGroups(group('G', choice('New'), choice('Hot')), group('G', choice('Cold'))),
    one,
    ['f.json:1:134: "a": the group "G" appears twice; this one becomes a group of its own'],
  ],
  ['no headers', withGroups({options: [choice('New'), choice('Hot')]}, {options: [choice('Cold')]}), one, []],
  [
    'no title, nor the id of a choice',
    withGroups(group('G', choice('New'), choice('Hot'), {subtitle: 'x'}, {id: 'c_new', subtitle: 'y'})),
    one,
    ['f.json:1:132: "a": a new choice has no title'],
  ],
])('a file with %s', async (_what, declared, current, warnings) => {
  expect(await warningsOf(declared, current)).toEqual(warnings);
});
