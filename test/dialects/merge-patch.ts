import type {Json, JsonObject} from '../../src/json/json.js';
import type {Dialect} from './dialect.js';
import {isObject, objectsOf, without} from './exact-json.js';

/** Whether a write has a member that is null where the dialect refuses it. */
export function hasRefusedNull(body: JsonObject, {nulls}: Dialect): boolean {
  return nulls === 'are refused' && Object.values(body).includes(null);
}

function mergeDeep(current: Json | undefined, sent: Json, nulls: Dialect['nulls']): Json {
  if (!isObject(current) || !isObject(sent)) return sent;
  return mergeMembers(current, sent, nulls, (inner, value) => mergeDeep(inner, value, nulls));
}

function mergeMembers(
  current: JsonObject,
  sent: JsonObject,
  nulls: Dialect['nulls'],
  merge: (current: Json | undefined, sent: Json, member: string) => Json,
): JsonObject {
  const members = new Map(Object.entries(current));
  for (const [member, value] of Object.entries(sent))
    if (value === null && nulls === 'remove') members.delete(member);
    else if (value !== undefined) members.set(member, merge(members.get(member), value, member));
  return Object.fromEntries(members);
}

const updatable = ['label', 'description', 'helper_text', 'default_value', 'display_options', 'options', 'validators'];

/**
 * A stored field after a PATCH, or a new one when `field` is empty. A `default_value` has no members that the server
 * knows.
 */
export function mergePatch(field: JsonObject, body: JsonObject, {nulls, objects, unsent}: Dialect): JsonObject {
  const cleared = unsent === 'stay' ? [] : updatable.filter(member => !Object.hasOwn(body, member));
  return mergeMembers(without(field, ...cleared), body, nulls, (current, sent, member) =>
    objects === 'merge' && member !== 'default_value' ? mergeDeep(current, sent, nulls) : sent,
  );
}

function keepSubtitles(options: Json, before: Json | undefined): Json {
  if (!isObject(options)) return options;
  const choicesOf = (value: Json | undefined) =>
    isObject(value) ? objectsOf(value['groups']).flatMap(group => objectsOf(group['options'])) : [];
  const subtitles = new Map(choicesOf(before).map(({title, subtitle}) => [title, subtitle]));
  const keep = (choice: JsonObject): JsonObject => {
    const subtitle = subtitles.get(choice['title']);
    return {...without(choice, 'subtitle'), ...(subtitle === undefined ? {} : {subtitle})};
  };
  const {groups} = options;
  if (!Array.isArray(groups)) return options;
  return {
    ...options,
    groups: objectsOf(groups).map(group =>
      Array.isArray(group['options']) ? {...group, options: objectsOf(group['options']).map(keep)} : group,
    ),
  };
}

/** What of a body counts for a server that ignores a member. */
export function dropIgnored(body: JsonObject, before: JsonObject | undefined, {ignored}: Dialect): JsonObject {
  if (ignored === 'nothing') return body;
  if (ignored !== 'subtitle') return without(body, ignored);
  const {options} = body;
  return options === undefined ? body : {...body, options: keepSubtitles(options, before?.['options'])};
}
