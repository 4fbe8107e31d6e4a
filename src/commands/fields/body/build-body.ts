import {merge, mergeObjects} from '../../../api/merge.js';
import {createMembers, updateMembers} from '../../../api/schemas.js';
import {UsageError} from '../../../base/errors.js';
import {arrayOf, isObject, type Json, type JsonObject, numberOf, objectOf, showJson} from '../../../json/json.js';
import type {BodyOptions} from './body-options.js';
import {parseDisplay, parseOptionDisplay} from './parse-display.js';
import {parseType} from './parse-type.js';

/** Drops what was not given, so that a body holds just what was said. */
function withoutAbsent(members: {readonly [member: string]: Json | undefined}): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/**
 * The members that the two bodies share, from flags. A flag that is a part of a member is laid over the base, as the API takes the
 * member as a whole: nothing else in it may get lost.
 *
 * @param base what the flags are laid over: the members of a file, of the field as it is, or none
 */
function buildSharedMembers(options: BodyOptions, base: JsonObject): {readonly [member: string]: Json | undefined} {
  return {
    label: options.label,
    description: options.description,
    helper_text: options.helperText,
    default_value: options.defaultValue,
    display_options: buildDisplay(options, objectOf(base['display_options'])),
    options: buildOptions(options, objectOf(base['options'])),
    validators: buildValidators(options, arrayOf(base['validators']) ?? []),
  };
}

/** @throws UsageError for a member that there is not, or that has a value as well */
function withNulls(members: JsonObject, nulls: readonly string[] = [], known: readonly string[]): JsonObject {
  for (const member of nulls) {
    if (!known.includes(member))
      throw new UsageError(
        `--null ${member}: no such member, or it cannot be null`,
        `Use one of: ${known.join(', ')}.`,
      );
    if (member in members)
      throw new UsageError(`--null ${member} cannot be combined with a value for it`, 'Use only one of them.');
  }
  return {...members, ...Object.fromEntries(nulls.map(member => [member, null]))};
}

/** Members of display options that belong to one type of display (2.4). */
const typeMembers = new Set([
  'array_display_options',
  'reference_type_display_options',
  'date_time_display_options',
  'boolean_display_options',
]);

function buildDisplay({display, hidden}: BodyOptions, base: JsonObject | undefined): JsonObject | undefined {
  if (display === undefined && hidden === undefined) return undefined;
  const desired = display === undefined ? (base ? {} : parseDisplay('default')) : parseDisplay(display);
  // What belongs to the old type goes with it, all else stays.
  const isOther = desired['type'] !== undefined && desired['type'] !== base?.['type'];
  const kept = Object.fromEntries(
    Object.entries(base ?? {}).filter(([member]) => !isOther || !typeMembers.has(member)),
  );
  return mergeObjects({...desired, ...(hidden === undefined ? {} : {hidden})}, kept);
}

/** Choices are added to those that there are. Taking one away takes the values stored for it, so that is for --file. */
function buildOptions({option, optionDisplay}: BodyOptions, base: JsonObject | undefined): JsonObject | undefined {
  if (option === undefined && optionDisplay === undefined) return undefined;
  const display_type =
    optionDisplay === undefined ? (base?.['display_type'] ?? 'DROPDOWN') : parseOptionDisplay(optionDisplay);
  if (option === undefined) return {...base, display_type};
  const groups = (arrayOf(base?.['groups']) ?? []).filter(isObject);
  const current = new Set(
    groups
      .flatMap(group => arrayOf(group['options']) ?? [])
      .map(choice => showJson(objectOf(choice)?.['title'] ?? null)),
  );
  const added = [...new Set(option)].filter(title => !current.has(title));
  const [first, ...others] = groups.length > 0 ? groups : [{sort_order: 1}];
  const before = arrayOf(objectOf(first)?.['options']) ?? [];
  return {
    ...base,
    display_type,
    groups: [{...first, options: [...before, ...numberChoices(added, before)]}, ...others],
  };
}

/** New choices stand behind those that are there; where those have no place, neither have these. */
function numberChoices(titles: readonly string[], before: readonly Json[]): readonly JsonObject[] {
  const places = before.flatMap(choice => numberOf(objectOf(choice)?.['sort_order']) ?? []);
  if (before.length > 0 && places.length === 0) return titles.map(title => ({title}));
  const last = Math.max(0, ...places);
  return titles.map((title, index) => ({title, sort_order: last + index + 1}));
}

/** A validator must have a size (2.3): `--required` alone gets one that every value has. */
const everySize = {size: 0, size_type: 'MIN'};

function sizeOf(validators: readonly Json[], kind: string): number | undefined {
  const found = validators
    .map(validator => objectOf(objectOf(validator)?.['size']))
    .find(size => size?.['size_type'] === kind);
  return numberOf(found?.['size']);
}

function withSize(validators: readonly Json[], kind: string, size: number | undefined): readonly Json[] {
  if (size === undefined) return validators;
  const desired = {size: {size, size_type: kind}};
  if (sizeOf(validators, kind) === undefined) {
    const isRequired = validators.some(validator => objectOf(validator)?.['required'] === true);
    return [...validators, {...(isRequired ? {required: true} : {}), ...desired}];
  }
  const isOfKind = (validator: Json) => objectOf(objectOf(validator)?.['size'])?.['size_type'] === kind;
  return validators.map(validator => (isOfKind(validator) ? merge(desired, validator) : validator));
}

function buildValidators(
  {required, minSize, maxSize}: BodyOptions,
  base: readonly Json[],
): readonly Json[] | undefined {
  if (required === undefined && minSize === undefined && maxSize === undefined) return undefined;
  const sized = withSize(withSize(base, 'MIN', minSize), 'MAX', maxSize);
  const [least, most] = [sizeOf(sized, 'MIN'), sizeOf(sized, 'MAX')];
  if (least !== undefined && most !== undefined && least > most)
    throw new UsageError(
      `minimum size ${least} is greater than maximum size ${most}`,
      'Pass a --min-size that is not above --max-size.',
    );
  if (required === undefined) return sized;
  if (sized.length === 0) return required ? [{required, size: everySize}] : [];
  return sized.map(validator => (isObject(validator) ? {...validator, required} : validator));
}

export interface CreateOptions extends BodyOptions {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly exampleValue?: Json | undefined;
}

/** The body of 4.2 from flags laid over a base, with just the members that were given. */
export function buildCreateBody(options: CreateOptions, base: JsonObject): JsonObject {
  const members = withoutAbsent({
    name: options.name,
    type: options.type === undefined ? undefined : parseType(options.type),
    example_value: options.exampleValue,
    ...buildSharedMembers(options, base),
  });
  const nullable = createMembers.filter(member => member !== 'name' && member !== 'type');
  return withNulls(members, options.null, nullable);
}

export interface UpdateOptions extends BodyOptions {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly hint?: string | undefined;
  readonly deleted?: boolean | undefined;
}

/** The body of 4.4 from flags laid over a base. `name` and `type` go in as well, so that they are refused with the reason like those in a file. */
export function buildUpdateBody({name, type, hint, deleted, ...options}: UpdateOptions, base: JsonObject): JsonObject {
  const members = withoutAbsent({name, type, hint, deleted, ...buildSharedMembers(options, base)});
  return withNulls(
    members,
    options.null,
    updateMembers.filter(member => member !== 'deleted'),
  );
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
