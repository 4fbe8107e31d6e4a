import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, type Fault, field, reply, type Tenant} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

/*
 * The reference does not say that null removes a member, so that an API may refuse or ignore it (row 150).
 */

const {run, runId} = useFieldsAsCode();

const before = field('a', {label: 'A'});
const files = {
  'f.json': JSON.stringify({
    custom_fields: [{name: 'a', label: 'B', helper_text: 'Help', display_options: {type: 'DEFAULT', hidden: true}}],
  }),
};
const bodiesOf = (tenant: Tenant): readonly JsonObject[] =>
  writesOf(tenant).map(each => JSON.parse(each.slice(each.indexOf('{'))));
const showLabels = (tenant: Tenant) => tenant.fields().map(text => JSON.parse(text).label);

/** A tenant that does this with an update that holds null, or "" where that is not allowed either. */
function tenantWith(
  handle: (sent: JsonObject, carryOut: (sent: JsonObject) => Promise<Response>) => Promise<Response>,
) {
  allowViolations();
  const patch: Fault = async (request, carryOut) =>
    handle(JSON.parse(await request.text()), body =>
      carryOut(new Request(request, {method: 'PATCH', body: JSON.stringify(body)})),
    );
  return createTenant([before], {PATCH: patch});
}

const refusing = (isRefused: (value: unknown) => boolean, status = 422) =>
  tenantWith(async (sent, carryOut) =>
    Object.values(sent).some(isRefused) ? reply({message: 'must not be blank'}, {status}) : carryOut(sent),
  );

test('an undo restores what it can if the API refuses null, and names the rest', async () => {
  const tenant = refusing(value => value === null);
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({exitCode, stderr: stderr.split('\n').slice(1)}).toEqual({
    exitCode: 7,
    stderr: [
      'note: update "a": sent without display_options, which the API refused',
      `error: run ${runId()} was only partly undone: "a" still differs in display_options: {"type":"DEFAULT","hidden":true} -> null`,
      'hint: The API may keep or add back what the undo removes. Fix the remaining differences by hand.',
      '',
    ],
  });
  expect(bodiesOf(tenant).slice(1, 3)).toEqual([
    {label: 'A', helper_text: null, display_options: null},
    {label: 'A', helper_text: ''},
  ]);
  expect(showLabels(tenant)).toEqual(['A']);
});

test('an undo that is repeated says the same, also of the text that it has cleared', async () => {
  const tenant = refusing(value => value === null);
  await run('fields apply -f f.json --yes', tenant, {files});
  const id = runId();
  await run(`fields undo ${id} --yes`, tenant);
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, says: stderr.includes('helper_text'), why: stderr.includes('HTTP 422: must not be blank')}).toEqual(
    {
      exitCode: 7,
      says: false,
      why: true,
    },
  );
});

test('an undo that is refused for another reason leaves nothing out, and can be repeated', async () => {
  let refusals = 1;
  const tenant = tenantWith(async (sent, carryOut) => {
    refusals -= Object.values(sent).includes(null) ? 1 : 0;
    return refusals === 0 ? reply({message: 'being edited'}, {status: 409}) : carryOut(sent);
  });
  await run('fields apply -f f.json --yes', tenant, {files});
  const id = runId();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(7);
  expect(bodiesOf(tenant)).toHaveLength(2);
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
});

test('an undo leaves a text that the API refuses to clear in either way', async () => {
  const tenant = refusing(value => value === null || value === '');
  await run('fields apply -f f.json --yes', tenant, {files});
  expect((await run(`fields undo ${runId()} --yes`, tenant)).exitCode).toBe(7);
  expect(bodiesOf(tenant).slice(1, 4)).toEqual([
    {label: 'A', helper_text: null, display_options: null},
    {label: 'A', helper_text: ''},
    {label: 'A'},
  ]);
  expect(showLabels(tenant)).toEqual(['A']);
});

test.each([400, 422])('an undo clears a text with "" if the API refuses null with HTTP %i', async status => {
  const tenant = refusing(value => value === null, status);
  await run('fields update name:a --label B --helper-text Help', tenant);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({exitCode, said: stderr.includes('sent without')}).toEqual({exitCode: 0, said: false});
  expect(bodiesOf(tenant).at(-1)).toEqual({label: 'A', helper_text: ''});
});

test('an undo clears a text with "" if the API ignores null', async () => {
  const tenant = tenantWith(async (sent, carryOut) =>
    carryOut(Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))),
  );
  await run('fields update name:a --label B --helper-text Help', tenant);
  expect((await run(`fields undo ${runId()} --yes`, tenant)).exitCode).toBe(0);
  expect(bodiesOf(tenant).slice(1)).toEqual([{label: 'A', helper_text: null}, {helper_text: ''}]);
});

test('an apply does not leave out a removal that the API refuses', async () => {
  const tenant = refusing(value => value === null);
  const removal = {'f.json': '{"custom_fields":[{"name":"a","label":null}]}'};
  expect((await run('fields apply -f f.json --yes', tenant, {files: removal})).exitCode).toBe(5);
  expect(bodiesOf(tenant)).toEqual([{label: null}]);
});

test.each([
  ['only partly undone: "b" still differs in label: "B" -> "Label of b"', ['a', 'b']],
  ['not undone: "b" still differs in label: "B" -> "Label of b"', ['b']],
])('an undo that the API ignores in part says that it was %s', async (verdict, names) => {
  allowViolations();
  let isUndoing = false;
  const tenant = createTenant(
    names.map(name => field(name)),
    {
      'PATCH /v2/customFields/cf_b ': (request, carryOut) =>
        isUndoing ? carryOut(new Request(request, {method: 'PATCH', body: '{"label":"B"}'})) : carryOut(),
    },
  );
  await run(`fields update ${names.map(name => `name:${name}`).join(' ')} --label B`, tenant);
  isUndoing = true;
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({exitCode, error: /^error: (.*)$/m.exec(stderr)?.[1]}).toEqual({
    exitCode: 7,
    error: `run ${runId()} was ${verdict}`,
  });
});

test('an undo does not warn of a field of the name that was there before', async () => {
  const tenant = createTenant([field('z')]);
  await run('fields create --name z --type decimal --if-exists allow', tenant);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes --expect-deletes 1`, tenant);
  expect({exitCode, warns: stderr.includes('warning:')}).toEqual({exitCode: 0, warns: false});
  expect(tenant.fields()).toEqual([JSON.stringify(field('z'))]);
});

test('an undo warns of a second field of the name that it deletes', async () => {
  allowViolations();
  const tenant = createTenant([], {
    POST: async (request, carryOut) => {
      await carryOut(request.clone());
      return carryOut(request);
    },
  });
  const creating = {
    'f.json': '{"custom_fields":[{"name":"z","type":{"discriminator":"SIMPLE","primitive_type":"PHONE"}}]}',
  };
  expect((await run('fields apply -f f.json --yes', tenant, {files: creating})).exitCode).toBe(7);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes --expect-deletes 1`, tenant);
  const [{id} = {id: ''}] = tenant.fields().map(text => JSON.parse(text));
  expect({exitCode, warning: stderr.split('\n')[0]}).toEqual({
    exitCode: 0,
    warning: `warning: "z" is also the name of ${id}, which the run did not create; it is left alone`,
  });
});

test('an undo leaves alone what someone else sets while it removes a text', async () => {
  const tenant = tenantWith(async (sent, carryOut) => {
    const answer = await carryOut(sent);
    if (sent['helper_text'] === null) await carryOut({helper_text: 'Theirs'});
    return answer;
  });
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({exitCode, error: stderr.split('\n').find(line => line.startsWith('error'))}).toEqual({
    exitCode: 7,
    error: `error: run ${runId()} was only partly undone: "a" still differs in helper_text: "Theirs" -> null`,
  });
  expect(tenant.fields().map(text => JSON.parse(text).helper_text)).toEqual(['Theirs']);
});
