import {showPath} from '../../../api/field-shapes.js';
import {createMembers, findBodyProblems, updateMembers} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {UsageError} from '../../../base/errors.js';
import type {JsonObject} from '../../../json/json.js';
import type {PlacedObject} from '../../../json/read-objects.js';
import {describeUnknownMember} from '../../../plan/unknown-member.js';

export type BodyKind = 'create' | 'update';

const reasons = {
  create: new Map([
    ['hint', 'the create request has no member "hint"; send it with fields update'],
    ['deleted', 'the create request has no member "deleted"'],
  ]),
  update: new Map([
    ['id', 'the id of a field cannot change; to update several by name, use fields create --if-exists update'],
    ['name', 'the name of a field cannot change: the update request of the API has no member for it'],
    ['type', 'the type of a field cannot change: the update request of the API has no member for it'],
    ['example_value', 'the update request has no member "example_value"'],
  ]),
} as const satisfies {[kind in BodyKind]: ReadonlyMap<string, string>};

/** @throws UsageError naming every problem of flags */
export function checkFlags(flags: JsonObject, kind: BodyKind): void {
  checkBodies([{value: flags, where: path => `--${showPath(path).replaceAll('_', '-')}`}], kind);
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

/** @throws UsageError naming every member that the request cannot have */
export function checkBodies(objects: readonly PlacedObject[], kind: BodyKind): void {
  const known = kind === 'create' ? createMembers : updateMembers;
  const problems = objects.flatMap(({value, where}) => [
    ...(kind === 'create' && (value['name'] ?? '') === '' ? [`${where(['name'])}: the name is missing`] : []),
    ...Object.keys(value).flatMap(member => {
      const reason = reasons[kind].get(member);
      return reason === undefined ? [] : [`${where([member])}: ${reason}`];
    }),
    ...findBodyProblems(value, kind).map(({path, message}) => `${where(path)}: ${showPath(path)} ${message}`),
  ]);
  const [first, ...others] = problems;
  if (first === undefined) return;
  const shown = [first, ...others.slice(0, 9)].join('; ');
  const rest = others.length > 9 ? `; and ${others.length - 9} more` : '';
  const hint = /is not a string: [\dtf-]/.test(first) ? 'Put it in quotes.' : `Available members: ${known.join(', ')}.`;
  throw new UsageError(`${shown}${rest}`, hint);
}
