import {InvalidArgumentError, Option} from '@commander-js/extra-typings';
import {collect, oneFile, parseCount} from '../../../app/option-values.js';
import {UsageError} from '../../../base/errors.js';
import type {Json} from '../../../json/json.js';
import {parseUniqueJson} from '../../../json/parse-unique-json.js';

function parseJsonOption(text: string): Json {
  const value = parse(text);
  if (value !== undefined) return value;
  throw new InvalidArgumentError(`expected JSON; names and strings need double quotes, as in '{"amount": 3}'`);
}

function parse(text: string): Json | undefined {
  try {
    return parseUniqueJson(text);
  } catch (error) {
    if (error instanceof UsageError) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

// Options for the members of a body (4.2, 4.4); --file accepts those without an option too.
export const labelOption = new Option('--label <text>', 'label shown to people');
export const descriptionOption = new Option('--description <text>', 'what the field is for');
export const helperTextOption = new Option('--helper-text <text>', 'help text next to the input');
export const defaultValueOption = new Option('--default-value <json>', 'default value, a JSON object').argParser(
  parseJsonOption,
);
export const exampleValueOption = new Option(
  '--example-value <json>',
  'example value, a JSON object; the API never returns it',
).argParser(parseJsonOption);
export const requiredOption = new Option('--required', 'require a value');
export const minSizeOption = new Option('--min-size <count>', 'minimum size').argParser(parseCount);
export const maxSizeOption = new Option('--max-size <count>', 'maximum size').argParser(parseCount);
export const displayOption = new Option(
  '--display <display>',
  'how to show it: default, boolean:toggle, ref:card, array<…>',
);
export const hiddenOption = new Option('--hidden', 'hide the field');
export const optionOption = new Option('--option <title>', 'add a choice (repeatable)').argParser(collect);
export const optionDisplayOption = new Option('--option-display <form>', 'show choices as dropdown, radio or checkbox');
export const fileOption = new Option('--file <file>', 'read members from JSON or YAML, - for stdin').argParser(oneFile);
export const nullOption = new Option('--null <member>', 'set this member to null (repeatable)').argParser(collect);

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

const partial = ['display', 'hidden', 'option', 'optionDisplay', 'required', 'minSize', 'maxSize'] as const;

/** True if a flag sets part of a member, so that the field must be read first. */
export function needsCurrent(options: BodyOptions): boolean {
  return partial.some(name => options[name] !== undefined);
}
