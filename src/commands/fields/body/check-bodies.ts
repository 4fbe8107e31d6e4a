import {showPath} from '../../../api/field-shapes.js';
import {type BodyProblem, createMembers, findBodyProblems, updateMembers} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {listFirst} from '../../../base/and-more.js';
import {UsageError} from '../../../base/errors.js';
import type {Message} from '../../../base/suggest-command.js';
import type {JsonObject} from '../../../json/json.js';
import type {PlacedObject} from '../../../json/read-objects.js';
import {describeUnknownMember} from '../../../plan/unknown-member.js';

export type BodyKind = 'create' | 'update';

const missingName = 'the name is missing';
const fixedName = 'the name of a field cannot change';
const fixedType = 'the type of a field cannot change';
const reasons = {
  create: new Map([
    ['hint', 'the create request has no member "hint"; send it with fields update'],
    ['deleted', 'the create request has no member "deleted"'],
  ]),
  update: new Map([
    ['id', 'the id of a field cannot change; to update several by name, use fields create --if-exists update'],
    ['name', fixedName],
    ['type', fixedType],
    ['example_value', 'the update request has no member "example_value"'],
  ]),
} as const satisfies {[kind in BodyKind]: ReadonlyMap<string, string>};

/** An object to send. */
export interface CheckedObject extends PlacedObject {
  /** The field that it is for: what the API has returned itself is not refused. */
  readonly current?: JsonObject;
}

/**
 * @param current the field that they are for
 * @throws UsageError naming every problem of flags
 */
export function checkFlags(flags: JsonObject, kind: BodyKind, current: JsonObject = {}): void {
  checkBodies([{value: flags, where: path => `--${showPath(path).replaceAll('_', '-')}`, current}], kind);
}

/** Warns of members that the reference does not name. They are sent, but may be typos. */
export async function warnOfUnknown(
  {reporter}: ApiContext,
  objects: readonly PlacedObject[],
  kind: BodyKind,
): Promise<void> {
  const known = kind === 'create' ? createMembers : updateMembers;
  const unknown = [...new Set(objects.flatMap(({value}) => Object.keys(value)))].filter(
    member => !known.includes(member),
  );
  for (const member of unknown) await reporter.warn(describeUnknownMember(member, known));
}

const maxProblems = 10;

/** @throws UsageError naming every member that the request cannot have */
export function checkBodies(objects: readonly CheckedObject[], kind: BodyKind): void {
  const known = kind === 'create' ? createMembers : updateMembers;
  const problems = objects.flatMap(({value, where, current = {}}) => [
    ...(kind === 'create' && (value['name'] ?? '') === '' ? [`${where(['name'])}: ${missingName}`] : []),
    ...Object.keys(value).flatMap(member => {
      const reason = reasons[kind].get(member);
      return reason === undefined ? [] : [`${where([member])}: ${reason}`];
    }),
    ...findNewProblems(value, current, kind).map(({path, message}) => `${where(path)}: ${showPath(path)} ${message}`),
  ]);
  const [first] = problems;
  if (first !== undefined) throw new UsageError(listFirst(problems, maxProblems, '; ', '; '), adviseOn(first, known));
}

function findNewProblems(value: JsonObject, current: JsonObject, kind: BodyKind): readonly BodyProblem[] {
  const toKey = ({path, message}: BodyProblem) => JSON.stringify([path, message]);
  const known = new Set(findBodyProblems(current, kind).map(toKey));
  return findBodyProblems(value, kind).filter(problem => !known.has(toKey(problem)));
}

function adviseOn(problem: string, known: readonly string[]): Message {
  if (/is not a string: [\dtf-]/.test(problem)) return 'Put it in quotes.';
  if (/ type is (?:missing|not an object)/.test(problem))
    return 'Write a type as an object, for example {"discriminator": "SIMPLE", "primitive_type": "DECIMAL"}.';
  if (problem.endsWith(missingName)) return 'Add a name.';
  if (problem.endsWith(fixedName)) return 'To change what people see, set its label.';
  if (problem.endsWith(fixedType))
    return suggest =>
      `To replace the field and lose the values stored in it, change its type in a fields file and run: ${suggest('fields', 'apply', '-f', 'FILE', '--replace', 'NAME')}`;
  return `Available members: ${known.join(', ')}.`;
}
