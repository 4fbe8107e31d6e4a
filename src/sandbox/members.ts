import type * as z from 'zod';
import {isFreeObject, membersOf} from '../api/field-shapes.js';
import {documentedSchemas} from '../api/schemas.js';
import {isObject, type Json} from '../json/json.js';
import {invalid} from './error-reply.js';
import {listedResources} from './listed-resources.js';
import type {Kind} from './store.js';

type Schema = z.core.$ZodType;

/** What is below a member: objects name their members, a free object takes any. */
interface Level {
  readonly names: readonly string[];
  readonly isFree: boolean;
  readonly memberOf: (name: string) => Level;
}

function levelOf(schema: Schema): Level {
  const members = membersOf(schema);
  return {
    names: [...members.keys()],
    isFree: isFreeObject(schema),
    memberOf: name => levelOf(members.get(name) ?? schema),
  };
}

/** The reference does not show these resources (2.6), so their members are those of the seed. */
function levelOfExample(example: Json): Level {
  const object = isObject(example) ? example : {};
  return {
    names: Object.keys(object),
    isFree: false,
    memberOf: name => levelOfExample(object[name] ?? null),
  };
}

function rootOf(kind: Kind): Level {
  const listed = listedResources.find(resource => resource.kind === kind);
  return listed ? levelOfExample(listed.seed[0] ?? null) : levelOf(documentedSchemas.CustomField);
}

/**
 * Checks a path such as `type.primitive_type` in a parameter.
 *
 * @throws ErrorReply naming the known members where the path leaves them
 */
export function checkMember(kind: Kind, parameter: 'filter' | 'order_by', path: string): void {
  let level = rootOf(kind);
  const parents: string[] = [];
  for (const name of path.split('.')) {
    if (level.isFree) return;
    if (!level.names.includes(name)) {
      const known = level.names.map(each => [...parents, each].join('.'));
      const expected = known.length > 0 ? `use one of: ${known.join(', ')}` : `${parents.join('.')} has no members`;
      throw invalid(parameter, `has the unknown member ${JSON.stringify(path)}; ${expected}`);
    }
    parents.push(name);
    level = level.memberOf(name);
  }
}
