import * as z from 'zod';
import {UnavailableError} from '../base/errors.js';
import {isObject, type Json, type JsonObject} from '../json/json.js';

/*
 * The bodies of 4.2 and 4.4. Objects are loose and enumerations are open, because the reference lists only the values
 * seen. Members that it marks as required are required; all others may be absent or null.
 */

const integer = z.custom<Json>(value => {
  const digits = JSON.isRawJSON(value) ? value.rawJSON : String(value);
  return typeof value !== 'string' && /^-?\d+$/.test(digits);
}, 'is not a whole number');
const text = z.string('is not a string');
const flag = z.boolean('is not true or false');
const anything = z.custom<Json>(() => true);

const fieldType = z.looseObject(
  {
    discriminator: text,
    primitive_type: text,
    get array() {
      return z.looseObject({list_type: fieldType}, 'is not an object').nullish();
    },
    ref: z
      .looseObject(
        {
          reference_type: z.looseObject({category: text.nullish(), name: text.nullish()}, 'is not an object').nullish(),
          fields: z.array(text, 'is not an array').nullish(),
        },
        'is not an object',
      )
      .nullish(),
  },
  'is not an object',
);

const validator = z.looseObject(
  {required: flag.nullish(), size: z.looseObject({size: integer, size_type: text}, 'is not an object')},
  'is not an object',
);

const displayOptions = z.looseObject(
  {
    hidden: flag.nullish(),
    type: text,
    get array_display_options() {
      return z.looseObject({item_options: displayOptions, sortable: flag.nullish()}, 'is not an object').nullish();
    },
    reference_type_display_options: z.looseObject({}, 'is not an object').nullish(),
    date_time_display_options: z
      .looseObject({allow_past_dates: flag.nullish(), allow_future_dates: flag.nullish()}, 'is not an object')
      .nullish(),
    boolean_display_options: z.looseObject({display_type: text.nullish()}, 'is not an object').nullish(),
    duration: z.looseObject({duration_units: z.array(text, 'is not an array').nullish()}, 'is not an object').nullish(),
  },
  'is not an object',
);

// The reference does not show the types of an option's members (2.4a), so they are not checked.
const optionGroup = z.looseObject(
  {
    header: text.nullish(),
    sort_order: integer.nullish(),
    options: z.array(z.looseObject({}, 'is not an object'), 'is not an array').nullish(),
  },
  'is not an object',
);

const options = z.looseObject(
  {
    display_type: text,
    groups: z.array(optionGroup, 'is not an array').nullish(),
    default_option_id: text.nullish(),
    option_source: z.looseObject({category: text.nullish(), name: text.nullish()}, 'is not an object').nullish(),
  },
  'is not an object',
);

const shared = {
  label: text.nullish(),
  description: text.nullish(),
  helper_text: text.nullish(),
  default_value: anything.optional(),
  display_options: displayOptions.nullish(),
  options: options.nullish(),
  validators: z.array(validator, 'is not an array').nullish(),
};

export const createBody = z.looseObject({
  name: text.nullish(),
  type: fieldType.nullish(),
  example_value: anything.optional(),
  ...shared,
});
const updateBody = z.looseObject({hint: text.nullish(), deleted: flag.nullish(), ...shared});

/** The documented members of the two bodies. Others are sent unchecked. */
export const createMembers: readonly string[] = Object.keys(createBody.shape);
export const updateMembers: readonly string[] = Object.keys(updateBody.shape);

/** Members that can be sent but appear in no response (2.1), so they cannot be compared. */
export const unshownMembers: ReadonlySet<string> = new Set(['example_value', 'hint', 'deleted']);

/** A custom field as the API sent it (2.1), with undocumented members and odd values. Only id and name are checked. */
export interface CustomField extends JsonObject {
  readonly id?: string;
  readonly name?: string | null;
}

const fieldReply = z.object({id: text.optional(), name: text.nullish()});

/** True if a reply looks like a custom field, which may still be the wrong one. */
export function isCustomField(row: Json | undefined): row is CustomField {
  return isObject(row) && fieldReply.safeParse(row).success;
}

/** @throws UnavailableError for a field whose id or name is not a string */
export function checkField(row: JsonObject): CustomField {
  if (isCustomField(row)) return row;
  const member = typeof row['id'] === 'string' ? 'name' : 'id';
  throw new UnavailableError(
    `the API sent a custom field with an unexpected ${member}: ${JSON.stringify(row[member]).slice(0, 40)}`,
    {retryable: false, hint: 'A string is expected. Use bizctl api to work with such fields.'},
  );
}

export interface BodyProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Lists every problem of a create or update body. */
export function findBodyProblems(body: JsonObject, kind: 'create' | 'update'): readonly BodyProblem[] {
  const result = (kind === 'create' ? createBody : updateBody).safeParse(body);
  return (result.error?.issues ?? []).map(({path, message}) => {
    const found = valueAt(body, path);
    return {
      path: path.map(member => (typeof member === 'number' ? member : String(member))),
      message: found === undefined ? 'is missing' : `${message}: ${JSON.stringify(found).slice(0, 40)}`,
    };
  });
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, member) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, member) : undefined),
    value,
  );
}

/** Formats a path, such as `type.array.list_type` or `validators[0].size`. */
export function showPath(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (shown, member) =>
      typeof member === 'number' ? `${shown}[${member}]` : `${shown}${shown === '' ? '' : '.'}${member}`,
    '',
  );
}
