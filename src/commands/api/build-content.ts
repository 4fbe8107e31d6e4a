import {UsageError} from '../../base/errors.js';
import {arrayOf, isObject, type Json, type JsonObject, objectOf} from '../../json/json.js';
import {parseUniqueJson} from '../../json/parse-unique-json.js';

export interface BodyMember {
  readonly path: string;
  readonly value: Json;
}

/** A member name, a list index, or the end of a list. */
type Step = {readonly member: string} | number | 'append';

/** Parses a path such as `options.groups[0].header` or `tags[]`. */
function toSteps(path: string): readonly Step[] {
  const steps = [...path.matchAll(/(?:^|\.)([^.[\]]+)|\[(\d*)\]/g)];
  if (steps.map(([text]) => text).join('') !== path || path === '')
    throw new UsageError(
      `${JSON.stringify(path)} is not a member path`,
      'Use a path such as label, options.display_type, options.groups[0].header or tags[].',
    );
  return steps.map(([, member, index]) => {
    if (member !== undefined) return {member};
    return index === undefined || index === '' ? 'append' : Number(index);
  });
}

/** Returns a copy of the value with one more member; existing members never change. */
function insert(current: Json | undefined, [step, ...rest]: readonly Step[], {path, value}: BodyMember): Json {
  if (step === undefined) {
    if (current !== undefined)
      throw new UsageError(`${JSON.stringify(path)} was given twice`, 'Pass each member once.');
    return value;
  }
  if (typeof step === 'object') {
    if (current !== undefined && !isObject(current)) throw toContradictionError(path);
    const object: JsonObject = objectOf(current) ?? {};
    const inner = Object.hasOwn(object, step.member) ? object[step.member] : undefined;
    return {...object, ...Object.fromEntries([[step.member, insert(inner, rest, {path, value})]])};
  }
  const list = arrayOf(current) ?? [];
  if (current !== undefined && arrayOf(current) === undefined) throw toContradictionError(path);
  const index = step === 'append' ? list.length : step;
  if (index > list.length)
    throw new UsageError(
      `${JSON.stringify(path)} leaves out element ${list.length} of its list`,
      'List the elements in order, starting with [0].',
    );
  return index === list.length
    ? [...list, insert(undefined, rest, {path, value})]
    : list.with(index, insert(list[index], rest, {path, value}));
}

function toContradictionError(path: string): UsageError {
  return new UsageError(
    `${JSON.stringify(path)} conflicts with an earlier member`,
    'A member can be an object, a list or a value, but only one of these.',
  );
}

export function buildContent(members: readonly BodyMember[]): Json {
  return (
    members.reduce<Json | undefined>((body, member) => insert(body, toSteps(member.path), member), undefined) ?? {}
  );
}

/**
 * Parses the value of `-F`: numbers, with every digit, and other JSON values; a string, or what is not JSON, is text.
 *
 * @throws UsageError if a key appears twice, with a message that begins with `where`
 */
export function parseTyped(text: string, where: string): Json {
  const parsed = parseUniqueJson(text, where);
  return parsed === undefined || typeof parsed === 'string' ? text : parsed;
}
