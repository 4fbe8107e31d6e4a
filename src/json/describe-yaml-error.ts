import type {YAMLError} from 'yaml';

/** The parser quotes whole scalars. */
const maxMessage = 300;

/** Shortens the parser's message to one line, without the terms of its grammar. */
function shortenMessage(message: string): string {
  if (/call stack/.test(message)) return 'nested too deeply';
  const [, kind, end] = /^Flow (sequence|map) .* end with a (.)$/.exec(message) ?? [];
  if (kind !== undefined)
    return `the ${kind === 'map' ? 'object' : 'list'} in brackets is not closed, or its ${end} is not indented`;
  const line = message.replace(/\s+/g, ' ');
  return line.length > maxMessage ? `${line.slice(0, maxMessage).toWellFormed()}…` : line;
}

/** What to do about errors, whose messages are for those who know the grammar. */
const advice = new Map<string, string>([
  ['BLOCK_AS_IMPLICIT_KEY', 'Put a value that contains ": " in quotes, or correct the indentation.'],
  ['MULTILINE_IMPLICIT_KEY', 'Check the indentation, and that each name is followed by ": ".'],
  ['MISSING_CHAR', 'Check that quotes and brackets are closed, and that each name is followed by ": ".'],
  ['BAD_SCALAR_START', 'Put the value in quotes.'],
  ['BAD_INDENT', 'Correct the indentation, and check that brackets are closed.'],
  ['TAB_AS_INDENT', 'Indent with spaces.'],
]);

/** Says in one line what the parser did not understand, and what to do about it, if that is known. */
export function describeYamlError({message, code}: YAMLError): readonly [message: string, hint: string | undefined] {
  return [shortenMessage(message), advice.get(code)];
}
