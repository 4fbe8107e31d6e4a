import {UsageError} from '../../../base/errors.js';
import {findMisspelled} from '../../../base/near-names.js';
import {quoteStart} from '../../../base/quote-start.js';
import {isArray, isObject, type Json, type JsonObject} from '../../../json/json.js';
import type {Placed} from '../../../json/placed.js';
import {showRemark} from '../../../plan/plan.js';
import {type DeclaredTenant, notAList, readTenant, topMembers} from '../../../plan/read-field-list.js';

/** An object of an input file, and the places of its members. */
export interface PlacedObject {
  readonly value: JsonObject;
  /** Returns `FILE:LINE:COLUMN` of a member, or `FILE:LINE` in NDJSON. */
  readonly where: (path: readonly (string | number)[]) => string;
}

/** The objects of an input file. */
export interface PlacedObjects {
  readonly objects: readonly PlacedObject[];
  /** False when the file is a single object; the output is then a single object too. */
  readonly isList: boolean;
  /** The only tenant that the file is for, if it names one. */
  readonly tenant?: DeclaredTenant | undefined;
}

/** @throws UsageError if the value is no object, list of objects, or `custom_fields:` with such a list */
export function toObjects(placed: Placed): PlacedObjects {
  const {value, where} = placed;
  if (isArray(value)) return {objects: listObjects(value, where, []), isList: true};
  if (!isObject(value) || !Object.hasOwn(value, 'custom_fields')) return {objects: [toObject(placed)], isList: false};
  const {custom_fields: list, next_page_token: token = ''} = value;
  refuseMisspelled(value, where);
  if (!isArray(list)) throw new UsageError(`${where(['custom_fields'])}: ${notAList.message}`, notAList.hint);
  if (token !== '' && token !== null)
    throw new UsageError(
      `${where(['next_page_token'])}: this is one page of a longer list`,
      suggest => `To read the whole list, run: ${suggest('fields', 'list', '--json')}`,
    );
  const tenant = readTenant(value, where);
  if (tenant && 'message' in tenant) throw new UsageError(showRemark(tenant), tenant.hint);
  return {objects: listObjects(list, where, ['custom_fields']), isList: true, tenant};
}

/** A reply of the API may have members of any other name, but a misspelled `tenant` would guard nothing. */
function refuseMisspelled(value: JsonObject, where: Placed['where']): void {
  for (const member of Object.keys(value)) {
    const [near] = topMembers.includes(member) ? [] : findMisspelled(member, topMembers);
    if (near !== undefined)
      throw new UsageError(`${where([member])}: unknown member ${JSON.stringify(member)}`, `Did you mean ${near}?`);
  }
}

function listObjects(list: readonly Json[], where: Placed['where'], path: readonly string[]): readonly PlacedObject[] {
  return list.map((value, index) => toObject({value, where: inner => where([...path, index, ...inner])}));
}

/** @throws UsageError if the value is not an object */
export function toObject({value, where}: Placed): PlacedObject {
  if (isObject(value)) return {value, where};
  throw new UsageError(
    `${where([])}: expected an object, got ${quoteStart(value, 40)}`,
    'Use a JSON or YAML object with members such as name and type. CSV is read only from *.csv files.',
  );
}
