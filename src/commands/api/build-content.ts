import {UsageError} from '../../base/errors.js';
import {arrayOf, isObject, type Json, type JsonObject, objectOf} from '../../json/json.js';
import {parseJson} from '../../json/parse-json.js';

/** A member of the body: its path and value. */
export interface BodyMember {
  readonly path: string;
  readonly value: Json;
}

/** Into a member, to a place in a list, or to its end. */
type Step = {readonly member: string} | number | 'append';

/** `options.groups[0].header` and `tags[]` in steps. */
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

const mostElements = 10_000;

/** The value with one more member in it, nothing in it changed. */
function place(current: Json | undefined, [step, ...rest]: readonly Step[], {path, value}: BodyMember): Json {
  if (step === undefined) {
    if (current !== undefined) throw new UsageError(`${path} is given twice`, 'Use it once.');
    return value;
  }
  if (typeof step === 'object') {
    if (current !== undefined && !isObject(current)) throw contradiction(path);
    const object: JsonObject = objectOf(current) ?? {};
    const inner = Object.hasOwn(object, step.member) ? object[step.member] : undefined;
    return {...object, ...Object.fromEntries([[step.member, place(inner, rest, {path, value})]])};
  }
  const list = arrayOf(current) ?? [];
  if (current !== undefined && arrayOf(current) === undefined) throw contradiction(path);
  const index = step === 'append' ? list.length : step;
  if (index > list.length || index > mostElements)
    throw new UsageError(
      `${path} skips element ${list.length} of its list`,
      'List the elements in order, starting with [0].',
    );
  return index === list.length
    ? [...list, place(undefined, rest, {path, value})]
    : list.with(index, place(list[index], rest, {path, value}));
}

function contradiction(path: string): UsageError {
  return new UsageError(
    `${path} conflicts with an earlier member`,
    'A member can be an object, a list or a value, but only one of them.',
  );
}

/** The body that the members make. */
export function buildContent(members: readonly BodyMember[]): Json {
  return members.reduce<Json | undefined>((body, member) => place(body, toSteps(member.path), member), undefined) ?? {};
}

/** The value of `-F`: what is true, false, null or a number is that, to the digit; all else is text. */
export function parseTyped(text: string): Json {
  if (!/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(text)) return text;
  return parseJson(text);
}
