import type {JsonObject} from '../../src/json/json.js';
import type {Dialect} from './dialect.js';
import {textOf} from './exact-json.js';
import {describeDocumented, describeFields} from './expected-fields.js';

/**
 * Names of the fields that are not as before; those that were created anew cannot have what no request can give them.
 */
export function findUnrestored(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  dialect: Dialect,
): readonly string[] {
  const names = [...new Set([...before, ...after].map(({name}) => textOf(name)))];
  return names.filter(name => {
    const [was, is] = [before, after].map(fields => fields.filter(field => field['name'] === name));
    const isSame = was?.[0]?.['id'] === is?.[0]?.['id'];
    const describe = isSame ? describeFields : describeDocumented;
    return describe(was ?? [], dialect).join('\n') !== describe(is ?? [], dialect).join('\n');
  });
}
