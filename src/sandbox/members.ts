import * as z from 'zod';
import {anything, isFreeObject, membersOf, type Schema} from '../api/field-shapes.js';
import {documentedSchemas} from '../api/schemas.js';
import {isObject, type Json} from '../json/json.js';
import {invalid} from './error-reply.js';
import {listedResources} from './listed-resources.js';
import type {Kind} from './store.js';

/** The reference does not show these resources (2.6), so their members are those of the seed. */
function schemaOfExample(example: Json | undefined): Schema {
  if (!isObject(example)) return anything;
  return z.looseObject(
    Object.fromEntries(Object.entries(example).map(([name, value]) => [name, schemaOfExample(value)])),
  );
}

function schemaOf(kind: Kind): Schema {
  const listed = listedResources.find(resource => resource.kind === kind);
  return listed ? schemaOfExample(listed.seed[0]) : documentedSchemas.CustomField;
}

/**
 * Checks a path such as `type.primitive_type` in a parameter.
 *
 * @throws ErrorReply naming the known members where the path leaves them
 */
export function checkMember(kind: Kind, parameter: 'filter' | 'order_by', path: string): void {
  let schema = schemaOf(kind);
  const parents: string[] = [];
  for (const name of path.split('.')) {
    if (isFreeObject(schema)) return;
    const members = membersOf(schema);
    const member = members.get(name);
    if (!member) {
      const known = [...members.keys()].map(each => [...parents, each].join('.'));
      const expected = known.length > 0 ? `use one of: ${known.join(', ')}` : `${parents.join('.')} has no members`;
      throw invalid(parameter, `has the unknown member ${JSON.stringify(path)}; ${expected}`);
    }
    parents.push(name);
    schema = member;
  }
}
