import type {Json, JsonObject} from '../../api/json.js';
import {createMembers, updateMembers} from '../../api/schemas.js';
import {UsageError} from '../../errors.js';
import type {BodyOptions} from './body-options.js';
import {parseDisplay} from './parse-display.js';
import {parseType} from './parse-type.js';

/** Drops what was not given, so that a body holds just what was said. */
function withoutAbsent(members: {readonly [member: string]: Json | undefined}): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** The members that the two bodies share, from flags. */
function buildSharedMembers(options: BodyOptions, known: readonly string[]): JsonObject {
  const members = withoutAbsent({
    label: options.label,
    description: options.description,
    helper_text: options.helperText,
    default_value: options.defaultValue,
    display_options: buildDisplay(options),
    options: buildOptions(options),
    validators: buildValidators(options),
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

function buildDisplay({display, hidden}: BodyOptions): JsonObject | undefined {
  if (display === undefined && !hidden) return undefined;
  return {...(hidden ? {hidden: true} : {}), ...parseDisplay(display ?? 'default')};
}

function buildOptions({option, optionDisplay}: BodyOptions): JsonObject | undefined {
  if (option === undefined && optionDisplay === undefined) return undefined;
  const options = (option ?? []).map((title, index) => ({title, sort_order: index + 1}));
  return {
    display_type: (optionDisplay ?? 'dropdown').toUpperCase(),
    groups: option === undefined ? undefined : [{sort_order: 1, options}],
  };
}

/** A validator must have a size (2.3): `--required` alone gets one that every value has. */
function buildValidators({required, minSize, maxSize}: BodyOptions): readonly JsonObject[] | undefined {
  if (minSize !== undefined && maxSize !== undefined && minSize > maxSize)
    throw new UsageError(`--min-size ${minSize} is more than --max-size ${maxSize}`, 'Swap them.');
  const sizes = [
    ...(minSize === undefined ? [] : [{size: minSize, size_type: 'MIN'}]),
    ...(maxSize === undefined ? [] : [{size: maxSize, size_type: 'MAX'}]),
  ];
  if (sizes.length === 0) return required ? [{required: true, size: {size: 0, size_type: 'MIN'}}] : undefined;
  return sizes.map(size => withoutAbsent({required, size}));
}

interface CreateOptions extends BodyOptions {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly exampleValue?: Json | undefined;
}

/** The body of 4.2 from flags, with just the members that were given. */
export function buildCreateBody(options: CreateOptions): JsonObject {
  return withoutAbsent({
    name: options.name,
    type: options.type === undefined ? undefined : parseType(options.type),
    example_value: options.exampleValue,
    ...buildSharedMembers(options, createMembers),
  });
}

interface UpdateOptions extends BodyOptions {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly hint?: string | undefined;
  readonly deleted?: boolean | undefined;
}

/** The body of 4.4 from flags. `name` and `type` go in as well, so that they are refused with the reason like those in a file. */
export function buildUpdateBody({name, type, hint, deleted, ...options}: UpdateOptions): JsonObject {
  return withoutAbsent({name, type, hint, deleted, ...buildSharedMembers(options, updateMembers)});
}
