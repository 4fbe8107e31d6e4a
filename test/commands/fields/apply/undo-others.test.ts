import {expect, test} from 'vitest';
import {type JsonObject, objectOf} from '../../../../src/json/json.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply} from '../../../harness/tenant.js';

const {journals, run} = useFieldsAsCode();

test('undo keeps what others have set since in a choice that the run moved to another group (row 150)', async () => {
  const [one, two] = [
    {id: '1', title: 'A'},
    {id: '2', title: 'B'},
  ];
  const inGroups = (first: readonly JsonObject[], second: readonly JsonObject[]) => ({
    display_type: 'RADIO',
    groups: [
      {header: 'G', options: first},
      {header: 'H', options: second},
    ],
  });
  const tenant = createTenant([field('a', {options: inGroups([one, two], [])})]);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: inGroups([one], [two])}]})};
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  const theirs = {'t.json': JSON.stringify({options: inGroups([one], [{...two, subtitle: 'theirs'}])})};
  const id = journals()[0]?.[0].run;
  expect((await run('fields update cf_a --file t.json', tenant, {files: theirs})).exitCode).toBe(0);
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').options).toEqual(inGroups([one, {...two, subtitle: 'theirs'}], []));
});

test('undo sets a default again where the API shows null for none (row 150)', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [
      {
        options: [
          {id: '1', title: 'A'},
          {id: '2', title: 'B'},
        ],
      },
    ],
  };
  const tenant = createTenant([field('a', {options: {...options, default_option_id: '2'}})]);
  const showNull = async (request: Request) => {
    const answer = await tenant.fetch(request);
    if (request.method !== 'GET') return answer;
    const {custom_fields} = JSON.parse(await answer.text());
    return reply({
      custom_fields: custom_fields.map((each: JsonObject) => ({
        ...each,
        options: {default_option_id: null, ...objectOf(each['options'])},
      })),
    });
  };
  const shown = {fetch: showNull};
  const groups = [{options: [{title: 'A'}, {title: 'N'}]}];
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: {groups}}]})};
  expect((await run('fields apply -f f.json --yes --expect-deletes 1', shown, {files})).exitCode).toBe(0);
  const id = journals()[0]?.[0].run;
  expect((await run(`fields undo ${id} --yes --expect-deletes 1`, shown)).exitCode).toBe(0);
  const restored = JSON.parse(tenant.fields()[0] ?? '').options;
  const choice = restored.groups[0].options.find(({title}: JsonObject) => title === 'B');
  expect(restored.default_option_id).toBe(choice.id);
});
