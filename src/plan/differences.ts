import {findDifferences} from '../api/differences.js';
import {showPath} from '../api/schemas.js';
import type {Json} from '../json/json.js';

/** A place where a field is not as it is desired, as plans store and show it. */
export interface Difference {
  /** `options.groups[0].header` */
  readonly path: string;
  /** Absent when there is nothing. */
  readonly before?: Json;
  readonly after?: Json;
  /** True where the same choices or groups stand in another order; `before` and `after` then hold what they are called. */
  readonly order?: true;
}

/** Where a member of a field does not have what is desired. */
export function listDifferences(
  current: Json | undefined,
  desired: Json | undefined,
  member: string,
  isComplete = false,
): readonly Difference[] {
  return findDifferences(current, desired, {path: [member], isComplete, isOrdered: true}).map(
    ({path, before, after, isOrder}) => ({
      path: showPath(path),
      ...(before === undefined ? {} : {before}),
      ...(after === undefined ? {} : {after}),
      ...(isOrder ? {order: true as const} : {}),
    }),
  );
}
