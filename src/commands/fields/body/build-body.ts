import {mergeObjects} from '../../../api/merge.js';
import {nullableMembers} from '../../../api/schemas.js';
import {cannotCombine, UsageError} from '../../../base/errors.js';
import {didYouMean} from '../../../base/near-names.js';
import {arrayOf, type Json, type JsonObject, objectOf} from '../../../json/json.js';
import type {BodyOptions} from './body-options.js';
import {buildOptions} from './build-options.js';
import {buildValidators} from './build-validators.js';
import {parseDisplay} from './parse-display.js';
import {parseType} from './parse-type.js';

/** Drops members that were not given, so that a body does not send them. */
function withoutAbsent(members: {readonly [member: string]: Json | undefined}): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/**
 * Builds the members that both bodies share from flags. A flag that sets part of a member is merged into the base,
 * because the API replaces the member as a whole.
 *
 * @param base the members of a file or of the current field, or none
 */
function buildSharedMembers(options: BodyOptions, base: JsonObject): {readonly [member: string]: Json | undefined} {
  return {
    label: options.label,
    description: options.description,
    helper_text: options.helperText,
    default_value: options.defaultValue,
    display_options: changePart(base, 'display_options', objectOf, part => buildDisplay(options, part)),
    options: changePart(base, 'options', objectOf, part => buildOptions(options, part)),
    validators: changePart(base, 'validators', arrayOf, part => buildValidators(options, part ?? [])),
  };
}

/** @throws UsageError for a member that options change in part, and whose current value has an undocumented format */
function changePart<Part>(
  base: JsonObject,
  member: string,
  read: (value: Json | undefined) => Part | undefined,
  change: (part: Part | undefined) => Json | undefined,
): Json | undefined {
  const part = read(base[member]);
  const changed = change(part);
  if (changed !== undefined && part === undefined && (base[member] ?? null) !== null)
    throw new UsageError(
      `cannot change only part of ${member}: its current value has an undocumented format`,
      'Pass the whole member with --file FILE.',
    );
  return changed;
}

/** @throws UsageError for an unknown member, or one that also has a value */
function withNulls(members: JsonObject, nulls: readonly string[] = [], known: readonly string[]): JsonObject {
  for (const member of nulls) {
    if (!known.includes(member))
      throw new UsageError(
        `--null: ${JSON.stringify(member)} cannot be set to null`,
        didYouMean(member, known) ?? `Use one of: ${known.join(', ')}.`,
      );
    if (member in members) throw cannotCombine(`--null ${member}`, 'a value for it');
  }
  return {...members, ...Object.fromEntries(nulls.map(member => [member, null]))};
}

/** Members of display options that apply to one display type only (2.4). */
const typeMembers = new Set([
  'array_display_options',
  'reference_type_display_options',
  'date_time_display_options',
  'boolean_display_options',
]);

function buildDisplay({display, hidden}: BodyOptions, base: JsonObject | undefined): JsonObject | undefined {
  if (display === undefined && hidden === undefined) return undefined;
  const desired = display === undefined ? (base ? {} : parseDisplay('default')) : parseDisplay(display);
  // A new type drops the members of the old one and keeps all others.
  const isNewType = desired['type'] !== undefined && desired['type'] !== base?.['type'];
  const kept = Object.fromEntries(
    Object.entries(base ?? {}).filter(([member]) => !isNewType || !typeMembers.has(member)),
  );
  return mergeObjects({...desired, ...(hidden === undefined ? {} : {hidden})}, kept, ['display_options']);
}

export interface CreateOptions extends BodyOptions {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly exampleValue?: Json | undefined;
}

/** Builds the body of 4.2 from flags merged into a base, with only the members that the flags set. */
export function buildCreateBody(options: CreateOptions, base: JsonObject): JsonObject {
  const members = withoutAbsent({
    name: options.name,
    type: options.type === undefined ? undefined : parseType(options.type),
    example_value: options.exampleValue,
    ...buildSharedMembers(options, base),
  });
  return withNulls(members, options.null, nullableMembers.create);
}

export interface UpdateOptions extends BodyOptions {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly hint?: string | undefined;
  readonly deleted?: boolean | undefined;
}

/**
 * Builds the body of 4.4 from flags merged into a base. `name` and `type` are included, to be refused for the same
 * reason as in a file.
 */
export function buildUpdateBody({name, type, hint, deleted, ...options}: UpdateOptions, base: JsonObject): JsonObject {
  const members = withoutAbsent({name, type, hint, deleted, ...buildSharedMembers(options, base)});
  return withNulls(members, options.null, nullableMembers.update);
}
