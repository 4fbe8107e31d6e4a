import {findDifferences} from '../api/differences.js';
import {showPath} from '../api/field-shapes.js';
import type {Json, JsonObject} from '../json/json.js';

/** A path at which a field differs from its declaration. */
export interface Difference {
  /** Such as `options.groups[0].header`. */
  readonly path: string;
  /** The path for people, such as `options.groups[Urgency].header`; not part of documents. */
  readonly label: string;
  /** Absent if the field has no value at the path. */
  readonly before?: Json;
  /** Absent if the declaration has no value at the path. */
  readonly after?: Json;
  /** True if elements are only reordered; `before` and `after` are then lists of their titles, headers or values. */
  readonly order?: true;
}

/**
 * Lists the differences within one member of a field.
 *
 * @param isComplete also reports what only `current` has
 */
export function listDifferences(
  current: Json | undefined,
  desired: Json | undefined,
  member: string,
  {isComplete = false}: {readonly isComplete?: boolean} = {},
): readonly Difference[] {
  return findDifferences(current, desired, {path: [member], isComplete, isOrdered: true}).map(
    ({path, label, before, after, isOrder}) => ({
      path: showPath(path),
      label,
      ...(before === undefined ? {} : {before}),
      ...(after === undefined ? {} : {after}),
      ...(isOrder ? {order: true as const} : {}),
    }),
  );
}

/** The difference in the form of a document. */
export function toDocumented({label: _label, ...difference}: Difference): JsonObject {
  return difference;
}
