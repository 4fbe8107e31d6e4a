import {arrayOf, isObject, type Json, type JsonObject} from '../json/json.js';

/**
 * The documented members of an object. `true` stands for any value; a function returns the shape of an object, or of
 * the elements of a list.
 */
interface Shape {
  readonly [member: string]: true | (() => Shape);
}

const reference: Shape = {category: true, name: true};

const fieldType: Shape = {
  discriminator: true,
  primitive_type: true,
  array: () => ({list_type: () => fieldType}),
  ref: () => ({reference_type: () => reference, fields: true}),
};

const display: Shape = {
  hidden: true,
  type: true,
  array_display_options: () => ({item_options: () => display, sortable: true}),
  reference_type_display_options: () => ({
    hidden: true,
    card_options: () => ({card_properties: true}),
    title_property: true,
    description_property: true,
    reference_display_type: true,
    empty_state: () => ({title: true, description: true}),
    component_name: true,
  }),
  date_time_display_options: () => ({allow_past_dates: true, allow_future_dates: true}),
  boolean_display_options: () => ({display_type: true}),
  duration: () => ({duration_units: true}),
};

const choice: Shape = {id: true, sort_order: true, subtitle: true, title: true};

const options: Shape = {
  display_type: true,
  groups: () => ({header: true, sort_order: true, options: () => choice}),
  default_option_id: true,
  option_source: () => reference,
};

/** A custom field (2.1 to 2.4a). */
const field: Shape = {
  id: true,
  name: true,
  type: () => fieldType,
  label: true,
  description: true,
  helper_text: true,
  default_value: true,
  validators: () => ({required: true, size: () => ({size: true, size_type: true})}),
  display_options: () => display,
  options: () => options,
};

function pick(value: Json, shape: Shape, path: string, dropped: Set<string>): Json {
  const list = arrayOf(value);
  if (list) return list.map(element => pick(element, shape, `${path}[]`, dropped));
  if (!isObject(value)) return value;
  const kept: [string, Json][] = [];
  for (const [member, inner = null] of Object.entries(value)) {
    const known = Object.hasOwn(shape, member) ? shape[member] : undefined;
    const place = path === '' ? member : `${path}.${member}`;
    if (known === undefined) dropped.add(place);
    else kept.push([member, known === true ? inner : pick(inner, known(), place, dropped)]);
  }
  return Object.fromEntries(kept);
}

/**
 * Drops members that the reference does not name, at any depth. `dropped` has their paths, such as
 * `options.groups[].id`.
 */
export function pickDocumented(from: JsonObject): {readonly field: JsonObject; readonly dropped: ReadonlySet<string>} {
  const dropped = new Set<string>();
  const picked = pick(from, field, '', dropped);
  return {field: isObject(picked) ? picked : {}, dropped};
}

/** Like `pickDocumented`, for the value of one member. The value of an undocumented member is returned unchanged. */
export function pickDocumentedMember(member: string, value: Json): Json {
  const shape = Object.hasOwn(field, member) ? field[member] : undefined;
  return shape === undefined || shape === true ? value : pick(value, shape(), member, new Set());
}
