import type {JsonObject} from '../../api/json.js';
import {createMembers, findBodyProblems, showPath, updateMembers} from '../../api/schemas.js';
import {UsageError} from '../../errors.js';
import type {PlacedObject} from '../../input/read-objects.js';
import type {Session} from '../../session.js';

export interface Bodies {
  readonly bodies: readonly JsonObject[];
  /** True when the input is a list, even of one. */
  readonly isList: boolean;
}

type Kind = 'create' | 'update';

const reasons: {readonly [kind in Kind]: {readonly [member: string]: string}} = {
  create: {
    hint: 'the create request has no member "hint" (4.2); send it with fields update',
    deleted: 'the create request has no member "deleted" (4.2)',
  },
  update: {
    id: 'the id of a field cannot change',
    name: "the name of a field cannot change: the API's update has no member for it (4.4)",
    type: "the type of a field cannot change: the API's update has no member for it (4.4)",
    example_value: 'the update request has no member "example_value" (4.4)',
  },
};

/**
 * The bodies to send: what the file holds, with the members given as flags over it.
 *
 * @throws UsageError that names every problem, before any request is sent
 */
export async function readBodies(
  session: Session,
  kind: Kind,
  file: string | undefined,
  flags: JsonObject,
): Promise<Bodies> {
  if (file === undefined) {
    if (Object.keys(flags).length === 0)
      throw new UsageError(
        `there is nothing to ${kind}`,
        `Give members as flags (see --help), or all of them with --file.`,
      );
    check([{value: flags, where: path => `--${showPath(path).replaceAll('_', '-')}`}], kind);
    return {bodies: [flags], isList: false};
  }
  const {readObjects} = await import('../../input/read-objects.js');
  const {readInput} = await import('../../input/read-input.js');
  const name = file === '-' ? 'stdin' : file;
  const {objects, isList} = await readObjects(await readInput(session.context, file), name);
  const isFlagged = Object.keys(flags).length > 0;
  if (isList && isFlagged)
    throw new UsageError(
      'flags go with one field, and the file holds a list',
      'Leave the flags out, or put them into the file.',
    );
  if (objects.length === 0)
    throw new UsageError(`${name} holds no fields`, 'It holds one object, an array, or one object a line.');
  if (kind === 'update' && objects.length > 1)
    throw new UsageError(`${name} holds ${objects.length} objects, and an update takes one`, 'Run one update a field.');
  const bodies = objects.map(({value, where}) => ({
    value: {...(kind === 'create' ? withoutId(value) : value), ...flags},
    where,
  }));
  check(bodies, kind);
  if (kind === 'create' && objects.some(({value}) => 'id' in value))
    await session.talk.note('left out "id": the API gives a new field its own');
  return {bodies: bodies.map(({value}) => value), isList};
}

/** What `fields list` prints can be created elsewhere; the id stays behind. */
function withoutId({id: _id, ...members}: JsonObject): JsonObject {
  return members;
}

function check(objects: readonly PlacedObject[], kind: Kind): void {
  const known = kind === 'create' ? createMembers : updateMembers;
  const problems = objects.flatMap(({value, where}) => [
    ...Object.keys(value).flatMap(member => {
      const reason = reasons[kind][member];
      return reason === undefined ? [] : [`${where([member])}: ${reason}`];
    }),
    ...findBodyProblems(value, kind).map(({path, message}) => `${where(path)}: ${showPath(path)} ${message}`),
  ]);
  const [first, ...others] = problems;
  if (first === undefined) return;
  const shown = [first, ...others.slice(0, 9)].join('; ');
  const rest = others.length > 9 ? `; and ${others.length - 9} more` : '';
  const hint = /is not a string: [\dtf]/.test(first) ? 'Put it in quotes.' : `Members are: ${known.join(', ')}.`;
  throw new UsageError(`${shown}${rest}`, hint);
}
