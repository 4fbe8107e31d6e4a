import * as fc from 'fast-check';

/** JSON numbers in all spellings. */
export const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.constant('0'),
      fc.bigInt({min: 1n, max: 10n ** 30n}).map(String),
      fc.integer({min: 1, max: 999}).map(String),
    ),
    fc.option(fc.stringMatching(/^[0-9]{1,25}$/), {nil: undefined}),
    fc.option(fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), fc.integer({min: 0, max: 400})), {
      nil: undefined,
    }),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent ? exponent.join('') : ''}`,
  );

const memberName = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'toString', '0', '10', '2', '01', '-1'),
);

function objectText(value: fc.Arbitrary<string>, spell: (text: string) => fc.Arbitrary<string>, isUnique: boolean) {
  const member = fc.tuple(memberName, value);
  const members = isUnique
    ? fc.uniqueArray(member, {maxLength: 4, selector: ([name]) => name})
    : fc.array(member, {maxLength: 4});
  return members
    .chain(members => fc.tuple(...members.map(([name, text]) => spell(name).map(key => `${key}:${text}`))))
    .map(members => `{${members.join(',')}}`);
}

/** JSON as `JSON.stringify` writes it, except for numbers; names are unique. */
export const {json: plainJsonText} = fc.letrec<{json: string}>(tie => ({
  json: fc.oneof(
    {depthSize: 'small'},
    numberText,
    fc.string({unit: 'binary'}).map(text => JSON.stringify(text)),
    fc.constantFrom('true', 'false', 'null'),
    fc.array(tie('json'), {maxLength: 4}).map(members => `[${members.join(',')}]`),
    objectText(tie('json'), name => fc.constant(JSON.stringify(name)), true),
  ),
}));

const space = fc.constantFrom('', '', '', ' ', '\n', '\t \r\n');

/** A JSON string in any spelling. */
function anySpelling(text: string): fc.Arbitrary<string> {
  const characters = Array.from({length: text.length}, (_none, index) => {
    const unit = text[index] ?? '';
    const escape = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const plain = JSON.stringify(unit).slice(1, -1);
    return fc.constantFrom(plain, plain, plain, unit === '/' ? '\\/' : escape);
  });
  return fc.tuple(...characters).map(units => `"${units.join('')}"`);
}

/** JSON in any spelling: with white space, escapes and duplicate names. */
export const {json: anyJsonText, object: anyObjectText} = fc.letrec<{json: string; object: string}>(tie => ({
  json: fc
    .tuple(
      space,
      fc.oneof(
        {depthSize: 'small'},
        numberText,
        fc.string({unit: 'grapheme'}).chain(anySpelling),
        fc.string().chain(anySpelling),
        // Characters that are escaped, and their harmless neighbors.
        fc
          .constantFrom(
            ...Array.from(
              '\u007f\u0080\u009f\u00a0\u061c\u061d\u200d\u200e\u200f\u2028\u202e\u202f\u2065\u2066\u2069\u206a',
            ),
          )
          .map(character => `"${character}"`),
        fc.constantFrom('true', 'false', 'null'),
        fc.array(tie('json'), {maxLength: 4}).map(members => `[${members.join(',')}]`),
        tie('object'),
      ),
      space,
    )
    .map(parts => parts.join('')),
  object: objectText(tie('json'), name => anySpelling(name), false),
}));
