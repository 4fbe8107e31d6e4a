import * as z from 'zod';
import {UnavailableError} from '../base/errors.js';
import {quoteStart} from '../base/quote-start.js';
import {arrayOf, flagOf, integerOf, isObject, type Json, type JsonObject, showJson} from '../json/json.js';
import {
  anything,
  displayOptions,
  elementOf,
  type FieldPath,
  fieldType,
  flag,
  freeObject,
  integer,
  membersOf,
  optionGroup,
  options,
  type Schema,
  text,
  unwrap,
  validator,
} from './field-shapes.js';

/*
 * The bodies of 4.2 and 4.4, and the field of 2.1. Members that the reference does not mark as required may be absent
 * or null.
 */

const shared = {
  label: text.nullish(),
  description: text.nullish(),
  helper_text: text.nullish(),
  default_value: anything.optional(),
  display_options: displayOptions.nullish(),
  options: options.nullish(),
  validators: z.array(validator).nullish(),
};

export const createBody = z.looseObject({
  name: text.nullish(),
  type: fieldType.nullish(),
  example_value: anything.optional(),
  ...shared,
});
const updateBody = z.looseObject({hint: text.nullish(), deleted: flag.nullish(), ...shared});

const value = freeObject.nullish();
/** The bodies as 2.1 documents them, with two values that are objects; bizctl itself sends any JSON for these. */
export const documentedBodies = {
  create: createBody.extend({example_value: value, default_value: value}),
  update: updateBody.extend({default_value: value}),
};
const customField = z.looseObject({
  id: text.optional(),
  name: text.nullish(),
  type: fieldType.nullish(),
  ...shared,
  default_value: value,
});
/** The schemas of section 2 by name. */
export const documentedSchemas = {
  CustomField: customField,
  CustomFieldCreate: documentedBodies.create,
  CustomFieldUpdate: documentedBodies.update,
  CustomFieldType: fieldType,
  Validator: validator,
  DisplayOptions: displayOptions,
  Options: options,
  OptionGroup: optionGroup,
};

/** The documented members of the two bodies. Others are sent unchecked. */
export const createMembers: readonly string[] = Object.keys(createBody.shape);
export const updateMembers: readonly string[] = Object.keys(updateBody.shape);

/** The documented members that may be null in a create (4.2) and in an update (4.4). */
export const nullableMembers = {
  create: createMembers.filter(member => member !== 'name' && member !== 'type'),
  update: updateMembers.filter(member => member !== 'deleted'),
} as const;

/** Members that can be sent but appear in no response (2.1), so they cannot be compared. */
export const writeOnlyMembers: ReadonlySet<string> = new Set(['example_value', 'hint', 'deleted']);

/** A custom field as the API sent it (2.1), with undocumented members and odd values. Only id and name are checked. */
export interface CustomField extends JsonObject {
  readonly id?: string;
  readonly name?: string | null;
}

/**
 * True for a field that a list still shows, although an update has marked it as deleted (4.4). No response is documented
 * to show the mark, so that an API may write it as a number or text.
 */
export function isMarkedDeleted({deleted}: CustomField): boolean {
  return flagOf(deleted) === true;
}

const fieldReply = z.object({id: text.optional(), name: text.nullish()});

/** True if a reply looks like a custom field, which may still be the wrong one. */
export function isCustomField(row: Json | undefined): row is CustomField {
  return isObject(row) && fieldReply.safeParse(row).success;
}

/**
 * Says why a reply is no proof of a write: its status may report success while the body does not show the field. Then
 * the list has to be checked.
 */
export function describeUnexpected(json: Json | undefined): string {
  if (json === undefined) return 'the reply is empty';
  const id = isObject(json) ? (json['id'] ?? '') : '';
  if (typeof id !== 'string') return `the id in the reply is not a string: ${showJson(id)}`;
  return 'the reply is not the custom field that was sent';
}

/** @throws UnavailableError for a field whose id or name is not a string */
export function checkField(row: JsonObject): CustomField {
  if (isCustomField(row)) return row;
  const [member, other] = typeof row['id'] === 'string' ? (['name', 'id'] as const) : (['id', 'name'] as const);
  throw new UnavailableError(
    `the ${member} of the custom field ${quoteStart(row[other] ?? null, 40)} is not a string: ${quoteStart(row[member] ?? null, 40)}`,
    {retryable: false, hint: suggest => `To see it, run: ${suggest('api', 'GET', '/v2/customFields')}`},
  );
}

export interface BodyProblem {
  readonly path: FieldPath;
  readonly message: string;
  /** True for a required member that is left out. */
  readonly isMissing: boolean;
}

export function findBodyProblems(
  body: JsonObject,
  kind: 'create' | 'update',
  schemas: {readonly create: z.ZodType; readonly update: z.ZodType} = {create: createBody, update: updateBody},
): readonly BodyProblem[] {
  const result = schemas[kind].safeParse(body, {error: describeIssue, reportInput: true});
  return (result.error?.issues ?? []).map(({path, message, input}) => {
    const isMissing = input === undefined;
    return {
      path: path.map(member => (typeof member === 'number' ? member : String(member))),
      message: isMissing ? 'is missing' : `${message}: ${quoteStart(input, 40)}`,
      isMissing,
    };
  });
}

const typeNames: {readonly [expected: string]: string} = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  boolean: 'true or false',
};

function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const expected = issue.code === 'invalid_type' ? typeNames[issue.expected] : undefined;
  return expected === undefined ? undefined : `is not ${expected}`;
}

/** The members that the reference documents at a path within a field; none if it leaves them open. */
export function documentedMembersAt(path: FieldPath): ReadonlyMap<string, Schema> {
  let schema: Schema | undefined = documentedSchemas.CustomField;
  for (const step of path)
    schema = typeof step === 'number' ? schema && elementOf(schema) : membersOf(schema).get(step);
  return membersOf(schema);
}

/**
 * Drops members that a schema does not name, at any depth, and reads flags and whole numbers that are written as texts.
 *
 * @param dropped collects their paths, such as `options.groups[].id`
 */
export function pickBySchema(value: Json, schema: Schema, path: string, dropped: Set<string>): Json {
  const [list, ofElement] = [arrayOf(value), elementOf(schema)];
  if (list && ofElement) return list.map(element => pickBySchema(element, ofElement, `${path}[]`, dropped));
  const members = membersOf(schema);
  if (!isObject(value) || members.size === 0) return toDocumentedType(value, unwrap(schema));
  const kept: [string, Json][] = [];
  for (const [member, inner = null] of Object.entries(value)) {
    const known = members.get(member);
    const place = path === '' ? member : `${path}.${member}`;
    if (known === undefined) dropped.add(place);
    else kept.push([member, pickBySchema(inner, known, place, dropped)]);
  }
  return Object.fromEntries(kept);
}

function toDocumentedType(value: Json, schema: Schema): Json {
  if (schema === flag) return flagOf(value) ?? value;
  return (schema === integer ? integerOf(value) : undefined) ?? value;
}

/**
 * Drops what the reference does not name within a member. The value of an undocumented member is returned unchanged.
 */
export function pickDocumentedMember(member: string, value: Json | undefined): Json | undefined {
  const known = membersOf(documentedSchemas.CustomField).get(member);
  return known === undefined || value === undefined ? value : pickBySchema(value, known, member, new Set());
}
