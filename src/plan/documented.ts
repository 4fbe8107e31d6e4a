import {documentedSchemas, pickBySchema} from '../api/schemas.js';
import {isObject, type JsonObject} from '../json/json.js';

/**
 * Drops members that the reference does not name, at any depth. `dropped` has their paths, such as
 * `options.groups[].id`; those of several fields may be collected in one set.
 */
export function pickDocumented(
  from: JsonObject,
  dropped = new Set<string>(),
): {readonly field: JsonObject; readonly dropped: ReadonlySet<string>} {
  const picked = pickBySchema(from, documentedSchemas.CustomField, '', dropped);
  return {field: isObject(picked) ? picked : {}, dropped};
}

/** Names the members that `pickDocumented` drops, except ids and `deleted` (4.4); `undefined` if there are none. */
export function describeDropped(dropped: ReadonlySet<string>): string | undefined {
  const members = [...dropped].filter(path => !/(?:^|\.)id$|^deleted$/.test(path));
  return members.length === 0 ? undefined : `${members.join(', ')} (not in the API reference)`;
}
