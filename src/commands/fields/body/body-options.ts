import {InvalidArgumentError, Option} from '@commander-js/extra-typings';
import {collect, parseCount} from '../../../app/option-values.js';
import {type Json, TooDeepError} from '../../../json/json.js';
import {parseLocatedJson} from '../../../json/parse-json.js';

function parseJsonOption(text: string): Json {
  try {
    const {value, repeated} = parseLocatedJson(text);
    if (repeated)
      throw new InvalidArgumentError(`The key ${JSON.stringify(repeated.name)} stands twice in one object.`);
    return value;
  } catch (error) {
    if (error instanceof TooDeepError) throw new InvalidArgumentError(`${error.message}.`);
    if (!(error instanceof SyntaxError)) throw error;
    throw new InvalidArgumentError(`It is JSON: a text needs its quotes, ${JSON.stringify(JSON.stringify(text))}.`);
  }
}

// The members of a body (4.2, 4.4) as options; --file takes them all.
export const labelOption = new Option('--label <text>', 'what people read');
export const descriptionOption = new Option('--description <text>', 'what it is for');
export const helperTextOption = new Option('--helper-text <text>', 'help beside the input');
export const defaultValueOption = new Option('--default-value <json>', 'any JSON').argParser(parseJsonOption);
export const exampleValueOption = new Option('--example-value <json>', 'any JSON; replies do not show it').argParser(
  parseJsonOption,
);
export const requiredOption = new Option('--required', 'a value is needed');
export const minSizeOption = new Option('--min-size <count>', 'at least this size').argParser(parseCount);
export const maxSizeOption = new Option('--max-size <count>', 'at most this size').argParser(parseCount);
export const displayOption = new Option(
  '--display <display>',
  'default, boolean:toggle, date_time, ref:card, array<…> …',
);
export const hiddenOption = new Option('--hidden', 'do not show it');
export const optionOption = new Option(
  '--option <title>',
  'a choice, once for each; it is added to those there are',
).argParser(collect);
export const optionDisplayOption = new Option('--option-display <form>', 'dropdown, radio or checkbox');
export const fileOption = new Option('--file <file>', 'read the body from a file, - for stdin: JSON or YAML');
export const nullOption = new Option('--null <member>', 'send null for this member; may be repeated').argParser(
  collect,
);

export interface BodyOptions {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  readonly helperText?: string | undefined;
  readonly defaultValue?: Json | undefined;
  readonly required?: boolean | undefined;
  readonly minSize?: number | undefined;
  readonly maxSize?: number | undefined;
  readonly display?: string | undefined;
  readonly hidden?: boolean | undefined;
  readonly option?: readonly string[] | undefined;
  readonly optionDisplay?: string | undefined;
  readonly null?: readonly string[] | undefined;
}
