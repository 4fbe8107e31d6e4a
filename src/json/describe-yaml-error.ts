import type {YAMLError} from 'yaml';
import {cutEnd} from '../base/quote-start.js';

/** The parser quotes whole scalars. */
const maxMessage = 300;

/** Messages of the parser that use terms of its grammar, and what they mean. */
const plainMessages: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/^.*call stack.*$/, 'nested too deeply'],
  [/^Flow sequence .* end with a (.)$/, 'the list in brackets is not closed, or its $1 is not indented'],
  [/^Flow map .* end with a (.)$/, 'the object in brackets is not closed, or its $1 is not indented'],
  [/^Implicit keys need to be on a single line$/, 'a key and its ":" must be on one line'],
  [/^Implicit map keys need to be followed by map values$/, 'a key without a ":"'],
  [/^Nested mappings are not allowed in compact mappings$/, 'unexpected second ": " on this line'],
  [/^A block sequence may not be used as an implicit map key$/, 'a list in place of a key'],
  [/^All sequence items must start at the same column$/, 'the dashes of this list are not aligned'],
  [/^Unexpected scalar token in YAML stream: (.*)$/, 'unexpected text $1'],
  [/^Missing closing ["']quote$/, 'a quoted value is not closed'],
  [/^Unresolved tag: (.*)$/, 'the tag $1 is not supported'],
  [/^Tabs are not allowed as indentation$/, 'tabs cannot be used for indentation'],
];

/** Shortens the parser's message to one line, in plain words. */
function shortenMessage(message: string): string {
  const [pattern, plain] = plainMessages.find(([known]) => known.test(message)) ?? [];
  if (pattern && plain !== undefined) return message.replace(pattern, plain);
  const line = message.replace(/\s+/g, ' ');
  return cutEnd(line, maxMessage);
}

/** Advice for errors whose messages need knowledge of the grammar. */
const advice = new Map<string, string>([
  ['BLOCK_AS_IMPLICIT_KEY', 'Put a value that contains ": " in quotes, or correct the indentation.'],
  ['MULTILINE_IMPLICIT_KEY', 'Check the indentation, and that each key is followed by ": ".'],
  ['MISSING_CHAR', 'Check that quotes and brackets are closed, and that each key is followed by ": ".'],
  ['BAD_SCALAR_START', 'Put the value in quotes.'],
  ['UNEXPECTED_TOKEN', 'Check the indentation, and that brackets and quotes are closed.'],
  ['BAD_INDENT', 'Fix the indentation, and check that brackets are closed.'],
  ['TAG_RESOLVE_FAILED', 'Remove it.'],
  ['TAB_AS_INDENT', 'Indent with spaces.'],
]);

const misplaced = 'Sequence item without - indicator';

/** Says in one line what the parser did not understand, and what to do about it, if that is known. */
export function describeYamlError({message, code}: YAMLError): readonly [message: string, hint: string | undefined] {
  if (message === misplaced)
    return [
      'this line does not line up with the lines above',
      'Indent it like the other members, or start it with "- ".',
    ];
  return [shortenMessage(message), advice.get(code)];
}
