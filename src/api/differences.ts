import {alignLists} from '../json/align-lists.js';
import {sameNumber} from '../json/compare-numbers.js';
import {arrayOf, flagOf, integerOf, isEmpty, isObject, type Json, memberOf, objectOf, showJson} from '../json/json.js';
import {keepUnchanged} from '../json/keep-unchanged.js';
import {sameJson} from '../json/same-json.js';
import {type FieldPath, isSameEnum, isTyped, isWithinFreeValue, kindOfList, showPath} from './field-shapes.js';
import {findCounterparts} from './merge.js';

/** A path at which two values differ; `before` or `after` is `undefined` if only the other exists. */
export interface Difference {
  /** Such as `options.groups[0].header`. */
  readonly path: string;
  /** The path for people, such as `options.groups[Urgency].header`; not part of documents. */
  readonly label: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** True if elements were reordered, or moved by new ones; both values are then lists of titles, headers or values. */
  readonly order?: true;
}

/**
 * True if an API may keep showing the difference: false, 0 and empty values omitted or null, or "" for a removed value.
 */
export function isOmission({before, after}: Difference): boolean {
  return ((before === undefined || before === null) && isNothing(after)) || (before === '' && after === null);
}

/** True for values that an API may omit, or show where nothing was sent. */
export function isNothing(value: Json | undefined): boolean {
  const isEmptyObject = isObject(value) && Object.keys(value).length === 0;
  return value === false || value === '' || sameNumber(value, 0) === true || isEmptyObject;
}

/** True if only the number of a group or choice differs; an API may number them itself (2.4a). */
export function isNumbering({path}: Difference): boolean {
  return /^options\.groups\[\d+\](?:\.options\[\d+\])?\.sort_order$/.test(path);
}

export interface DiffOptions {
  /** Where the values are in the field; by default, they are whole fields. */
  readonly path?: FieldPath;
  /** The label of `path`; by default `path` as it is. */
  readonly label?: string;
  /** Reports every difference, even in how numbers are written or lists are sorted. Implies `isComplete`. */
  readonly isExact?: boolean;
  /** Also reports members that only `current` has, and "" in place of null. */
  readonly isComplete?: boolean;
  /** Also reports reordered choices, groups and units. */
  readonly isOrdered?: boolean;
}

/** Lists whose order is visible to people (2.4, 2.4a). The API may sort them, and others. */
const orderedLists: ReadonlySet<string | number | undefined> = new Set(['groups', 'options', 'duration_units']);

/**
 * Finds what keeps `current` from being a superset of `desired`. An API may add ids and defaults, omit empty members,
 * sort lists and format numbers differently; the options decide which of these count. Elements of keyed lists are
 * compared with their counterparts (`findCounterparts`), of sets with equal ones, and of others as `alignLists` does.
 */
export function findDifferences(
  current: Json | undefined,
  desired: Json | undefined,
  options: DiffOptions = {},
): readonly Difference[] {
  const {path = [], label = showPath(path), isExact = false, isComplete = isExact} = options;
  const mayBeBlank = !isExact && (current === undefined || desired === undefined || !isWithinFreeValue(path));
  if (mayBeBlank && [current, desired].every(value => isBlank(value, path, isComplete))) return [];
  if (isObject(current) && isObject(desired)) {
    const members = new Set([...(isComplete ? Object.keys(current) : []), ...Object.keys(desired)]);
    return [...members].flatMap(member =>
      findDifferences(memberOf(current, member), memberOf(desired, member), {
        ...options,
        path: [...path, member],
        label: showPath([label, member]),
      }),
    );
  }
  const [currentList, desiredList] = [arrayOf(current), arrayOf(desired)];
  if (currentList && desiredList) {
    // An update sends elements of values with the members that they have.
    const isKept = kindOfList(path) === 'value' && !isComplete;
    const sent = isKept ? keepUnchanged(desiredList, currentList) : desiredList;
    return compareLists(currentList, sent, {...options, path, label});
  }
  const isSame = !isExact && (sameNumber(current, desired) ?? isOtherSpelling(current, desired, path));
  return isSame || sameJson(current, desired) ? [] : [{path: showPath(path), label, before: current, after: desired}];
}

/** Texts for people (2.1). If there is none, one API shows null, another "", and the next leaves the member out. */
export const texts: ReadonlySet<string | number | undefined> = new Set(['label', 'description', 'helper_text']);

function isBlank(value: Json | undefined, path: FieldPath, isComplete: boolean): boolean {
  return isEmpty(value) || (value === '' && !isComplete && path.length === 1 && texts.has(path[0]));
}

const flags = /^(?:required|hidden|sortable|allow_(?:past|future)_dates)$/;
const integers = /^(?:size|sort_order)$/;

/** True for a value spelled otherwise: enumerations in lower case; flags, whole numbers and ids (2.4a) as texts. */
function isOtherSpelling(current: Json | undefined, desired: Json | undefined, path: FieldPath): boolean {
  const member = path.findLast(part => typeof part === 'string') ?? '';
  if (!isTyped(path)) return false;
  if (flags.test(member)) return flagOf(current) !== undefined && flagOf(current) === flagOf(desired);
  if (member === 'default_option_id')
    return !isEmpty(current) && showJson(current ?? null) === showJson(desired ?? null);
  if (integers.test(member)) return integerOf(current) !== undefined && integerOf(current) === integerOf(desired);
  return isSameEnum(current, desired, path);
}

function compareLists(
  current: readonly Json[],
  desired: readonly Json[],
  options: DiffOptions & {readonly path: readonly (string | number)[]; readonly label: string},
): readonly Difference[] {
  const {path, label, isExact = false, isOrdered = false} = options;
  const counterparts = matchElements(current, desired, path);
  const matched = counterparts.filter(index => index !== undefined);
  const taken = new Set(matched);
  const isReordered = matched.some((index, rank) => index < (matched[rank - 1] ?? 0));
  if (isExact && isReordered) return [{path: showPath(path), label, before: current, after: desired}];
  const labelOf = (element: Json | undefined, index: number) =>
    `${label}[${kindOfList(path) === 'keyed' ? showElement(element, index) : index}]`;
  const isMovedDown = counterparts.some((found, index) => found !== undefined && found < index);
  const after = desired.map((element, at) =>
    isObject(element) ? nameElement({...objectOf(current[counterparts[at] ?? -1]), ...element}) : element,
  );
  const order = {path: showPath(path), label, before: current.map(nameElement), after, order: true} as const;
  return [
    ...desired.flatMap((element, index) => {
      const counterpart = counterparts[index];
      const place = {path: [...path, index], label: labelOf(element, index)};
      if (counterpart === undefined) return [{...place, path: showPath(place.path), before: undefined, after: element}];
      // An element of a value is replaced as a whole.
      const whole = kindOfList(path) === 'value' ? {isComplete: true} : {};
      return findDifferences(current[counterpart], element, {...options, ...place, ...whole});
    }),
    ...current.flatMap((before, index) =>
      taken.has(index) || (kindOfList(path) === 'set' && desired.some(each => isSameElement(each, before, path)))
        ? []
        : [{path: showPath([...path, index]), label: labelOf(before, index), before, after: undefined}],
    ),
    ...(isOrdered && (isReordered || isMovedDown) && orderedLists.has(path.at(-1)) ? [order] : []),
  ];
}

function matchElements(
  current: readonly Json[],
  desired: readonly Json[],
  path: FieldPath,
): readonly (number | undefined)[] {
  const kind = kindOfList(path);
  if (kind === 'keyed') return findCounterparts(desired, current);
  if (kind === 'value') return alignLists(desired, current);
  return desired.map(element => {
    const index = current.findIndex(each => isSameElement(each, element, path));
    return index < 0 ? undefined : index;
  });
}

/** True for equal elements of a list without order. */
function isSameElement(one: Json | undefined, other: Json | undefined, path: FieldPath): boolean {
  return sameJson(one, other) || isOtherSpelling(one, other, path);
}

/** The title of a choice, the header of a group or the kind of a size, else the id; other values as they are. */
function nameElement(element: Json | undefined): Json {
  if (!isObject(element)) return element ?? null;
  const {title, header, size, id} = element;
  return title ?? header ?? objectOf(size)?.['size_type'] ?? id ?? null;
}

function showElement(element: Json | undefined, index: number): string {
  const name = showJson(nameElement(element));
  // A number alone is an index.
  return name === '' ? String(index) : /^\d+$/.test(name) ? JSON.stringify(name) : name;
}

export function isSupersetOf(current: Json | undefined, desired: Json | undefined, path: FieldPath): boolean {
  return findDifferences(current, desired, {path}).length === 0;
}
