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
const twice = 'appears more than once in its group; this one becomes a choice of its own';

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
  [
    'a title that renames another choice by its id',
    withGroups(group('G', choice('New', 'c_new'), choice('New', 'c_hot'))),
    one,
    [],
  ],
  [
    'a title before the choice that has it',
    withGroups(group('G', choice('New'), choice('New', 'c_new'), choice('Hot'))),
    one,
    [`f.json:1:100: "a": the choice "New" ${twice}`],
  ],
  [
    'choices without titles, where none have ids',
    withGroups(group('G', choice(''), choice('Hot'), choice(''))),
    withGroups(group('G', choice(''), choice('Hot'))),
    ['f.json:1:129: "a": a new choice has no title; add one, or remove the choice'],
  ],
  [
    'a title twice, where none have ids',
    withGroups(group('G', choice('New'), choice('New'), choice('New'))),
    withGroups(group('G', choice('New'), choice('New'))),
    [`f.json:1:132: "a": the choice "New" ${twice}`],
  ],
  ['a title in two groups', withGroups(group('G', choice('New'), choice('Hot')), group('H', choice('New'))), one, []],
  [
    'a header twice',
    withGroups(group('G', choice('New'), choice('Hot')), group('G', choice('Cold'))),
    one,
    ['f.json:1:134: "a": the group "G" appears more than once; this one becomes a group of its own'],
  ],
  [
    'a title in two groups, and twice in one of them',
    withGroups(group('G', choice('New'), choice('New'), choice('Hot')), group('H', choice('New'))),
    withGroups(group('G', choice('New', 'c_new'), choice('Hot', 'c_hot')), group('H', choice('New', 'c_other'))),
    [`f.json:1:116: "a": the choice "New" ${twice}`],
  ],
  [
    'a group that is renamed by its id',
    withGroups({id: 'g1', ...group('G', choice('New'))}, {id: 'g2', ...group('G', choice('Hot'))}),
    withGroups({id: 'g1', ...group('G', choice('New', 'c_new'))}, {id: 'g2', ...group('H', choice('Hot', 'c_hot'))}),
    [],
  ],
  [
    'a group that was pasted twice, with and without its id',
    withGroups({id: 'g1', ...group('G', choice('New'))}, group('G', choice('Hot'))),
    withGroups({id: 'g1', ...group('G', choice('New', 'c_new'), choice('Hot', 'c_hot'))}),
    ['f.json:1:128: "a": the group "G" appears more than once; this one becomes a group of its own'],
  ],
  [
    'a title of another group, where none have ids',
    withGroups(group('G', choice('New'), choice('New')), group('H', choice('New'))),
    withGroups(group('G', choice('New')), group('H', choice('New'))),
    [`f.json:1:116: "a": the choice "New" ${twice}`],
  ],
  ['no headers', withGroups({options: [choice('New'), choice('Hot')]}, {options: [choice('Cold')]}), one, []],
  [
    'no title, nor the id of a choice',
    withGroups(group('G', choice('New'), {subtitle: 'x'}, {id: 'c_hot', subtitle: 'y'})),
    one,
    ['f.json:1:116: "a": a new choice has no title; add one, or remove the choice'],
  ],
])('a file with %s', async (_what, declared, current, warnings) => {
  expect(await warningsOf(declared, current)).toEqual(warnings);
});

test('a list that was pasted twice is pointed out in a few lines', async () => {
  const titles = Array.from({length: 30}, (_none, index) => choice(`T${index}`));
  const warnings = await warningsOf(withGroups(group('G', ...titles, ...titles)), withGroups(group('G', ...titles)));
  expect(warnings).toHaveLength(6);
  expect(warnings.at(-1)).toBe('"a": 25 more like these');
});

test('titles that are objects match in any order of their members', async () => {
  const declared = withGroups(group('H', {title: {en: 'Low', de: 'Niedrig'}}));
  const stored = withGroups(group('H', {id: 'c_1', title: {de: 'Niedrig', en: 'Low'}}));
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', ...declared}]})};
  expect((await run('fields plan -f f.json --check', createTenant([field('a', stored)]), {files})).exitCode).toBe(0);
});
