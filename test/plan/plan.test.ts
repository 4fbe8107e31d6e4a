import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {mergeObjects} from '../../src/api/merge.js';
import {createSuggester} from '../../src/base/suggest-command.js';
import {type Json, type JsonObject, stringOf} from '../../src/json/json.js';
import {parseJson} from '../../src/json/parse-json.js';
import {readYaml} from '../../src/json/read-yaml.js';
import {canonicalText} from '../../src/json/same-json.js';
import {toYaml} from '../../src/output/to-yaml.js';
import {toFieldsFile} from '../../src/plan/export-fields.js';
import {parseFields} from '../../src/plan/parse-fields.js';
import type {Plan} from '../../src/plan/plan.js';
import {planChanges} from '../../src/plan/plan-changes.js';
import {anyJsonText} from '../harness/json-text.js';

const settings = {suggest: createSuggester({}), signal: new AbortController().signal};
const nothingMore = {isPruning: false, replaceable: new Set<string>()};

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'é', '__proto__', 'A-1');
const text = fc.constantFrom('', 'x', 'y', 'Label', '=1', 'null', '2024-01-01');
const type = fc.oneof(
  fc.constantFrom('DECIMAL', 'PHONE').map(primitive_type => ({discriminator: 'SIMPLE', primitive_type})),
  fc.constant({discriminator: 'QUANTUM', primitive_type: 'SPIN', spin: {up: true}}),
);
const groups = fc.array(
  fc.record({
    header: text,
    options: fc.uniqueArray(fc.record({title: text}), {maxLength: 3, selector: ({title}) => title}),
  }),
  {maxLength: 2},
);
const members = fc.record(
  {
    label: text,
    description: fc.option(text),
    default_value: anyJsonText.map(parseJson),
    options: fc.record({display_type: fc.constant('RADIO'), groups}),
    validators: fc.array(
      fc.record({required: fc.boolean(), size: fc.record({size: fc.nat(9), size_type: fc.constantFrom('MIN', 'MAX')})}),
      {maxLength: 2},
    ),
    unknown_member: fc.constantFrom(1, 'x', null),
  },
  {requiredKeys: ['label']},
);
const declared = fc.tuple(name, type, members).map(([name, type, members]): JsonObject => ({name, type, ...members}));
const file = fc.uniqueArray(declared, {minLength: 1, maxLength: 6, selector: field => field['name']});
const tenant = file.map(fields => fields.map((field, index): JsonObject => ({id: `cf_${index}`, ...field})));

function read(value: Json) {
  const {desired, problems} = parseFields([{name: 'f', value, where: path => `f:${path.join('.')}`}]);
  expect(problems).toEqual([]);
  return desired.fields;
}

/** What an API does that keeps what it is sent, and gives everything an id. */
function carryOut(there: readonly JsonObject[], {changes}: Plan): readonly JsonObject[] {
  let next = there;
  for (const [index, {action, id, body = {}}] of changes.entries()) {
    if (action !== 'create' && action !== 'update') next = next.filter(field => field['id'] !== id);
    if (action === 'update') next = next.map(field => (field['id'] === id ? mergeObjects(body, field) : field));
    if (action === 'create' || action === 'replace') next = [...next, {id: `new_${index}`, ...body}];
  }
  return next;
}

test('an export matches its tenant: nothing is to be done', async () => {
  await fc.assert(
    fc.asyncProperty(tenant, async there => {
      const {custom_fields} = await toFieldsFile(there, new AbortController().signal);
      for (const value of [{custom_fields}, readYaml(toYaml({custom_fields}), 'export').value])
        expect(
          await planChanges(read(value), there, {isPruning: true, replaceable: new Set()}, settings),
        ).toMatchObject({
          changes: [],
          refusals: [],
          unchanged: there.length,
        });
    }),
    {numRuns: 1000},
  );
});

test('after a plan was carried out nothing is left to do, for any tenant and any file', async () => {
  await fc.assert(
    fc.asyncProperty(tenant, file, fc.boolean(), async (there, wanted, isPruning) => {
      const permissions = {isPruning, replaceable: new Set(wanted.map(({name}) => stringOf(name) ?? ''))};
      const fields = read({custom_fields: wanted});
      const after = carryOut(there, await planChanges(fields, there, permissions, settings));
      expect((await planChanges(fields, after, permissions, settings)).changes).toEqual([]);
      const names = after.map(field => field['name']);
      expect(new Set(names).size).toBe(names.length);
      // Nothing goes that was not to go.
      const wantedNames = new Set(wanted.map(({name}) => name));
      const lost = there.filter(({name}) => !names.includes(name));
      expect(lost.filter(({name}) => wantedNames.has(name) || !isPruning)).toEqual([]);
    }),
    {numRuns: 2000},
  );
});

test('the order of fields and members makes no difference', async () => {
  await fc.assert(
    fc.asyncProperty(tenant, file, async (there, wanted) => {
      const turned = wanted.toReversed().map(field => Object.fromEntries(Object.entries(field).toReversed()));
      const bare = ({changes}: Plan) =>
        changes.map(({action, name, id, body}) => ({action, name, id, body: body && canonicalText(body)}));
      const plan = await planChanges(read(wanted), there, nothingMore, settings);
      expect(bare(await planChanges(read(turned), there.toReversed(), nothingMore, settings))).toEqual(bare(plan));
    }),
    {numRuns: 1000},
  );
});
