import type {CustomField} from '../../api/fields.js';
import {createMembers, updateMembers} from '../../api/schemas.js';
import {UsageError} from '../../errors.js';
import {arrayOf, isObject, type Json, type JsonObject, objectOf, stringOf} from '../../json.js';
import type {BodyOptions} from './body-options.js';
import {parseDisplay, parseOptionDisplay} from './parse-display.js';
import {parseType} from './parse-type.js';

/** Drops what was not given, so that a body holds just what was said. */
function withoutAbsent(members: {readonly [member: string]: Json | undefined}): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/**
 * The members that the two bodies share, from flags. A flag that is a part of a member is laid over what the field has, as the API takes the
 * member as a whole: nothing else in it may get lost.
 *
 * @param current the field as it is; `undefined` for one that is not there yet
 */
function buildSharedMembers(
  options: BodyOptions,
  known: readonly string[],
  current: CustomField | undefined,
): JsonObject {
  const members = withoutAbsent({
    label: options.label,
    description: options.description,
    helper_text: options.helperText,
    default_value: options.defaultValue,
    display_options: buildDisplay(options, objectOf(current?.['display_options'])),
    options: buildOptions(options, objectOf(current?.['options'])),
    validators: buildValidators(options, arrayOf(current?.['validators']) ?? []),
  });
  const nulls = options.null ?? [];
  for (const member of nulls) {
    if (!known.includes(member))
      throw new UsageError(`--null ${member}: there is no such member`, `There is: ${known.join(', ')}.`);
    if (member in members)
      throw new UsageError(`--null ${member} contradicts the value given for it`, 'Give one of them.');
  }
  return {...members, ...Object.fromEntries(nulls.map(member => [member, null]))};
}

function buildDisplay({display, hidden}: BodyOptions, current: JsonObject | undefined): JsonObject | undefined {
  if (display === undefined && hidden === undefined) return undefined;
  const type =
    display === undefined ? (current ?? parseDisplay('default')) : {...keepHidden(current), ...parseDisplay(display)};
  return hidden === undefined ? type : {...type, hidden};
}

function keepHidden(current: JsonObject | undefined): JsonObject {
  return current?.['hidden'] === undefined ? {} : {hidden: current['hidden']};
}

/** Choices are added to those that there are. Taking one away takes the values stored for it, so that is for --file. */
function buildOptions({option, optionDisplay}: BodyOptions, current: JsonObject | undefined): JsonObject | undefined {
  if (option === undefined && optionDisplay === undefined) return undefined;
  const display_type =
    optionDisplay === undefined ? (current?.['display_type'] ?? 'DROPDOWN') : parseOptionDisplay(optionDisplay);
  if (option === undefined) return {...current, display_type};
  const groups = (arrayOf(current?.['groups']) ?? []).filter(isObject);
  const [first, ...others] = groups.length > 0 ? groups : [{sort_order: 1}];
  const there = groups
    .flatMap(group => arrayOf(group['options']) ?? [])
    .flatMap(choice => stringOf(objectOf(choice)?.['title']) ?? []);
  const before = arrayOf(objectOf(first)?.['options']) ?? [];
  const added = option
    .filter(title => !there.includes(title))
    .map((title, index) => ({title, sort_order: before.length + index + 1}));
  return {...current, display_type, groups: [{...first, options: [...before, ...added]}, ...others]};
}

/** A validator must have a size (2.3): `--required` alone gets one that every value has. */
const everySize = {size: 0, size_type: 'MIN'};

function buildValidators(
  {required, minSize, maxSize}: BodyOptions,
  current: readonly Json[],
): readonly Json[] | undefined {
  if (required === undefined && minSize === undefined && maxSize === undefined) return undefined;
  if (minSize !== undefined && maxSize !== undefined && minSize > maxSize)
    throw new UsageError(`--min-size ${minSize} is more than --max-size ${maxSize}`, 'Swap them.');
  const isReplaced = (validator: Json) => {
    const kind = objectOf(objectOf(validator)?.['size'])?.['size_type'];
    return (kind === 'MIN' && minSize !== undefined) || (kind === 'MAX' && maxSize !== undefined);
  };
  const wasRequired = current.some(validator => objectOf(validator)?.['required'] === true) || undefined;
  const isRequired = required ?? wasRequired;
  const kept = current
    .filter(validator => !isReplaced(validator))
    .map(validator => (isObject(validator) && required !== undefined ? {...validator, required} : validator));
  const added = [
    ...(minSize === undefined ? [] : [{size: minSize, size_type: 'MIN'}]),
    ...(maxSize === undefined ? [] : [{size: maxSize, size_type: 'MAX'}]),
  ].map(size => withoutAbsent({required: isRequired, size}));
  const all = [...kept, ...added];
  return all.length === 0 && required ? [{required, size: everySize}] : all;
}

interface CreateOptions extends BodyOptions {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly exampleValue?: Json | undefined;
}

/** The body of 4.2 from flags, with just the members that were given. */
export function buildCreateBody(options: CreateOptions, current?: CustomField): JsonObject {
  return withoutAbsent({
    name: options.name,
    type: options.type === undefined ? undefined : parseType(options.type),
    example_value: options.exampleValue,
    ...buildSharedMembers(options, createMembers, current),
  });
}

interface UpdateOptions extends BodyOptions {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly hint?: string | undefined;
  readonly deleted?: boolean | undefined;
}

/** The body of 4.4 from flags. `name` and `type` go in as well, so that they are refused with the reason like those in a file. */
export function buildUpdateBody(
  {name, type, hint, deleted, ...options}: UpdateOptions,
  current?: CustomField,
): JsonObject {
  return withoutAbsent({name, type, hint, deleted, ...buildSharedMembers(options, updateMembers, current)});
}

/** True for flags that are a part of a member: then the field has to be read first. */
export function needsCurrent({
  display,
  hidden,
  option,
  optionDisplay,
  required,
  minSize,
  maxSize,
}: BodyOptions): boolean {
  return [display, hidden, option, optionDisplay, required, minSize, maxSize].some(flag => flag !== undefined);
}
