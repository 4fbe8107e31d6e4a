import * as fc from 'fast-check';
import type {Json, JsonObject} from '../../src/json/json.js';

const plainText = fc.stringMatching(/^[a-z]{1,3}$/);
/** Texts that YAML, JSON, paths, shells, tables and terminals could take for something else. */
const oddTexts = [
  'größe',
  'naïve',
  '数量',
  '👩‍👧',
  'مرحبا',
  'a b',
  ' lead',
  'a/b#c?d',
  'yes',
  'null',
  '1.0',
  '~',
  '- a',
  'x: y',
  '{a}',
  '"q"',
  "it's",
  '%41',
  'constructor',
  '__proto__',
  '--help',
  '@file',
  'a,b',
] as const;
const longTexts = [
  '',
  'two\nlines',
  'ends in space ',
  '# not a comment',
  '\ttab',
  'a\\b',
  '\u202eright to left',
] as const;

export const names: fc.Arbitrary<string> = fc.oneof(
  {weight: 2, arbitrary: plainText},
  {weight: 1, arbitrary: fc.constantFrom(...oddTexts)},
);
export const texts: fc.Arbitrary<string> = fc.oneof(
  {weight: 3, arbitrary: plainText},
  {weight: 1, arbitrary: fc.constantFrom(...oddTexts, ...longTexts)},
);

const numbers: fc.Arbitrary<Json> = fc
  .constantFrom('1', '0', '-3', '12345678901234567890.10', '9007199254740993', '0.1', '1e400', '100')
  .map(digits => (String(Number(digits)) === digits ? Number(digits) : JSON.rawJSON(digits)));

/** Values of default_value and example_value, which are free-form objects (2.1). */
export const values: fc.Arbitrary<JsonObject> = fc.record(
  {amount: numbers, unit: texts, tags: fc.array(plainText, {maxLength: 2}), at: fc.record({x: numbers})},
  {requiredKeys: ['amount']},
);

const primitiveTypes = fc.constantFrom('DECIMAL', 'DATETIME', 'SEMVER', 'PHONE');
/** Types, recursive as in 2.2. */
export const types: fc.Arbitrary<JsonObject> = fc.letrec<{type: JsonObject}>(tie => ({
  type: fc.oneof(
    {depthSize: 'small', maxDepth: 3, withCrossShrink: true},
    fc.record({discriminator: fc.constant('SIMPLE'), primitive_type: primitiveTypes}),
    fc.record({
      discriminator: fc.constant('REF'),
      primitive_type: primitiveTypes,
      ref: fc.record({
        reference_type: fc.record({category: fc.constant('CRM'), name: fc.constantFrom('Contact', 'Company')}),
        fields: fc.array(plainText, {maxLength: 2}),
      }),
    }),
    fc.record({
      discriminator: fc.constant('SIMPLE'),
      primitive_type: primitiveTypes,
      array: fc.constant(null),
      ref: fc.constant(null),
    }),
    fc.record({
      discriminator: fc.constant('ARRAY'),
      primitive_type: fc.constant('ARRAY'),
      array: fc.record({list_type: tie('type')}),
    }),
  ),
})).type;

/** Validators (2.3): at most one of each kind of size. */
export const validators: fc.Arbitrary<readonly JsonObject[]> = fc.uniqueArray(
  fc.record(
    {
      required: fc.boolean(),
      size: fc.record({size: fc.integer({min: 0, max: 99}), size_type: fc.constantFrom('MIN', 'MAX')}),
    },
    {requiredKeys: ['size']},
  ),
  {maxLength: 2, selector: ({size}) => size.size_type},
);

const referenceDisplay = fc.record(
  {
    hidden: fc.boolean(),
    card_options: fc.record({card_properties: fc.array(plainText, {maxLength: 2})}),
    title_property: plainText,
    description_property: plainText,
    reference_display_type: fc.constantFrom('DROPDOWN', 'CARD'),
    empty_state: fc.record({title: texts, description: texts}),
    component_name: plainText,
  },
  {requiredKeys: []},
);
/** Display options, recursive as in 2.4. */
export const displayOptions: fc.Arbitrary<JsonObject> = fc.letrec<{display: JsonObject}>(tie => ({
  display: fc.oneof(
    {depthSize: 'small', maxDepth: 2, withCrossShrink: true},
    fc.record({type: fc.constant('DEFAULT'), hidden: fc.boolean()}, {requiredKeys: ['type']}),
    fc.record({
      type: fc.constant('DATE_TIME'),
      date_time_display_options: fc.record(
        {allow_past_dates: fc.boolean(), allow_future_dates: fc.boolean()},
        {requiredKeys: []},
      ),
    }),
    fc.record({
      type: fc.constant('BOOLEAN'),
      boolean_display_options: fc.record({
        display_type: fc.constantFrom('TOGGLE', 'TOGGLE_BUTTON', 'CHECKBOX', 'RADIO'),
      }),
    }),
    fc.record({
      type: fc.constant('DEFAULT'),
      duration: fc.record({duration_units: fc.subarray(['MINUTES', 'HOURS', 'DAYS', 'MONTHS', 'YEARS'])}),
    }),
    fc.record({type: fc.constant('REF'), reference_type_display_options: referenceDisplay}),
    fc.record({
      type: fc.constant('ARRAY'),
      array_display_options: fc.record(
        {item_options: tie('display'), sortable: fc.boolean()},
        {requiredKeys: ['item_options']},
      ),
    }),
  ),
})).display;

const choices = fc.uniqueArray(fc.record({title: names, subtitle: texts}, {requiredKeys: ['title']}), {
  minLength: 1,
  maxLength: 3,
  selector: ({title}) => title,
});
/** Groups of one header, or none, are told apart by their choices and their order. */
const groups = fc.array(fc.record({header: names, options: choices}, {requiredKeys: ['options']}), {
  minLength: 1,
  maxLength: 3,
});
/** Options (2.4a). The first choice may be the default; its title stands for its id. */
export const options: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      display_type: fc.constantFrom('RADIO', 'DROPDOWN', 'CHECKBOX'),
      groups,
      option_source: fc.constantFrom(null, {category: 'CRM', name: 'Source'}),
      hasDefault: fc.boolean(),
    },
    {requiredKeys: ['display_type', 'groups']},
  )
  .map(({hasDefault, ...members}): JsonObject => {
    const [first] = members.groups[0]?.options ?? [];
    return first && hasDefault === true ? {...members, default_option_id: first.title} : {...members};
  });
