import {isSupersetOf} from '../api/differences.js';
import {findCounterpart} from '../api/merge.js';
import {showPath} from '../api/schemas.js';
import {arrayOf, isObject, type Json} from '../json/json.js';

/** A place where a field is not as it is wanted. */
export interface Difference {
  /** `options.groups[0].header` */
  readonly path: string;
  /** Absent when there is nothing. */
  readonly before?: Json;
  readonly after?: Json;
}

type Path = readonly (string | number)[];

function differ(path: Path, before: Json | undefined, after: Json | undefined): Difference {
  return {
    path: showPath(path),
    ...(before === undefined ? {} : {before}),
    ...(after === undefined ? {} : {after}),
  };
}

/**
 * Where what is there does not have what is wanted. What the API added, such as ids and defaults, is no difference, nor is the order of members or the
 * way in which a number is written.
 */
export function findDifferences(
  current: Json | undefined,
  desired: Json | undefined,
  path: Path,
): readonly Difference[] {
  if (isSupersetOf(current, desired)) return [];
  if (isObject(current) && isObject(desired))
    return Object.entries(desired).flatMap(([member, value]) =>
      findDifferences(current[member], value, [...path, member]),
    );
  const [listThere, listWanted] = [arrayOf(current), arrayOf(desired)];
  if (!listThere || !listWanted) return [differ(path, current, desired)];
  const counterparts = listWanted.map((element, index) => findCounterpart(element, index, listWanted, listThere));
  const kept = new Set(counterparts);
  return [
    ...listWanted.flatMap((element, index) => findDifferences(counterparts[index], element, [...path, index])),
    ...listThere.flatMap((element, index) => (kept.has(element) ? [] : [differ([...path, index], element, undefined)])),
  ];
}
