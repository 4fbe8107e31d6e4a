import {showPath} from '../../../api/field-shapes.js';
import {type BodyProblem, createMembers, findBodyProblems, updateMembers} from '../../../api/schemas.js';
import {listFirst} from '../../../base/and-more.js';
import {UsageError} from '../../../base/errors.js';
import type {Message} from '../../../base/suggest-command.js';
import type {Json, JsonObject} from '../../../json/json.js';
import {adviseOnMissingName} from '../../../plan/find-undocumented.js';
import type {PlacedObject} from '../input/placed-objects.js';

export type BodyKind = 'create' | 'update';

interface Reason {
  readonly text: string;
  /** By default, the members that can be sent. */
  readonly hint?: Message | undefined;
}

const replaceField: Message = suggest =>
  `To replace the field (its stored values are lost), change its type in a fields file and run: ${suggest('fields', 'apply', '-f', 'FILE', '--replace', 'NAME')}`;
const reasons: {readonly [kind in BodyKind]: ReadonlyMap<string, Reason>} = {
  create: new Map([
    ['hint', {text: '"hint" cannot be sent with a create; send it with fields update'}],
    ['deleted', {text: '"deleted" cannot be sent with a create'}],
  ]),
  update: new Map<string, Reason>([
    ['id', {text: 'the id of a field cannot change; to update several by name, use fields create --if-exists update'}],
    ['name', {text: 'the name of a field cannot change', hint: 'To change what people see, set its label.'}],
    ['type', {text: 'the type of a field cannot change', hint: replaceField}],
    ['example_value', {text: '"example_value" cannot be sent with an update'}],
  ]),
};
const membersOf = {create: createMembers, update: updateMembers} as const;

export interface CheckedObject extends PlacedObject {
  /** The field that it is for: what the API has returned itself is not refused. */
  readonly current?: JsonObject;
}

/**
 * @param current the field that they are for
 * @throws UsageError naming every problem of flags
 */
export function checkFlags(flags: JsonObject, kind: BodyKind, current: JsonObject = {}): void {
  const where: PlacedObject['where'] = path => `--${showPath(path).replaceAll('_', '-')}`;
  checkBodies([{value: flags, where, current}], kind, 'Pass --name NAME.');
}

const maxProblems = 10;

/**
 * @param nameHint where to add a missing name
 * @throws UsageError naming every member that the request cannot have
 */
export function checkBodies(objects: readonly CheckedObject[], kind: BodyKind, nameHint = 'Add a name.'): void {
  const problems = objects.flatMap(({value, where, current = {}}): readonly Reason[] => [
    ...(kind === 'create' && isBlank(value['name'])
      ? [{text: `${where(['name'])}: the name is missing`, hint: adviseOnMissingName(value) ?? nameHint}]
      : []),
    ...Object.keys(value).flatMap(member => {
      const reason = reasons[kind].get(member);
      return reason === undefined ? [] : [{...reason, text: `${where([member])}: ${reason.text}`}];
    }),
    ...findNewProblems(value, current, kind).map(problem => ({
      text: `${where(problem.path)}: ${showPath(problem.path)} ${problem.message}`,
      hint: adviseOn(problem) ?? 'To see the allowed values, run: bizctl schema fields',
    })),
  ]);
  const [first] = problems;
  if (first === undefined) return;
  const texts = problems.map(({text}) => text);
  throw new UsageError(
    listFirst(texts, maxProblems, '; ', '; '),
    first.hint ?? `Available members: ${membersOf[kind].join(', ')}.`,
  );
}

function isBlank(name: Json | undefined): boolean {
  return (name ?? null) === null || (typeof name === 'string' && name.trim() === '');
}

function findNewProblems(value: JsonObject, current: JsonObject, kind: BodyKind): readonly BodyProblem[] {
  const found = findBodyProblems(value, kind);
  if (found.length === 0) return found;
  const toKey = ({path, message}: BodyProblem) => JSON.stringify([path, message]);
  const known = new Set(findBodyProblems(current, kind).map(toKey));
  return found.filter(problem => !known.has(toKey(problem)));
}

function adviseOn({path, message}: BodyProblem): string | undefined {
  if (/^is not a string: [\dtf-]/.test(message)) return 'Put it in quotes.';
  return showPath(path) === 'type' && /^is (?:missing|not an object)/.test(message)
    ? 'Write it as an object, for example {"discriminator": "SIMPLE", "primitive_type": "DECIMAL"}.'
    : undefined;
}
