import type {JsonObject} from '../../src/json/json.js';
import type {Dialect} from './dialect.js';
import {textOf} from './exact-json.js';
import {describeDocumented, describeFields} from './expected-fields.js';
import type {Write} from './server.js';

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

/** The exit code of an undo: 7 as well if a field got a hint, which no reply shows, so that it cannot be restored. */
export function expectUndone(
  unrestored: readonly string[],
  writes: readonly Write[],
  before: readonly JsonObject[],
): number {
  const ids = new Set(before.map(({id}) => textOf(id)));
  const isHinted = writes.some(
    ({method, id, body}) =>
      method === 'PATCH' && ids.has(id ?? '') && body !== undefined && Object.hasOwn(body, 'hint'),
  );
  return unrestored.length === 0 && !isHinted ? 0 : 7;
}
