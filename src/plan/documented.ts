import {elementOf, membersOf, type Schema} from '../api/field-shapes.js';
import {documentedSchemas} from '../api/schemas.js';
import {arrayOf, isObject, type Json, type JsonObject} from '../json/json.js';

function pick(value: Json, schema: Schema, path: string, dropped: Set<string>): Json {
  const [list, ofElement] = [arrayOf(value), elementOf(schema)];
  if (list && ofElement) return list.map(element => pick(element, ofElement, `${path}[]`, dropped));
  const members = membersOf(schema);
  if (!isObject(value) || members.size === 0) return value;
  const kept: [string, Json][] = [];
  for (const [member, inner = null] of Object.entries(value)) {
    const known = members.get(member);
    const place = path === '' ? member : `${path}.${member}`;
    if (known === undefined) dropped.add(place);
    else kept.push([member, pick(inner, known, place, dropped)]);
  }
  return Object.fromEntries(kept);
}

/**
 * Drops members that the reference does not name, at any depth. `dropped` has their paths, such as
 * `options.groups[].id`.
 */
export function pickDocumented(from: JsonObject): {readonly field: JsonObject; readonly dropped: ReadonlySet<string>} {
  const dropped = new Set<string>();
  const picked = pick(from, documentedSchemas.CustomField, '', dropped);
  return {field: isObject(picked) ? picked : {}, dropped};
}

/** Names the members that `pickDocumented` drops, except ids, for a message; `undefined` if there are none. */
export function describeDropped(dropped: ReadonlySet<string>): string | undefined {
  const members = [...dropped].filter(path => !/(?:^|\.)id$/.test(path));
  return members.length === 0 ? undefined : `${members.join(', ')} (not in the API reference)`;
}

/** Like `pickDocumented`, for the value of one member. The value of an undocumented member is returned unchanged. */
export function pickDocumentedMember(member: string, value: Json): Json {
  const known = membersOf(documentedSchemas.CustomField).get(member);
  return known === undefined ? value : pick(value, known, member, new Set());
}
