import type {FieldPath} from '../api/field-shapes.js';
import {didYouMean} from '../base/near-names.js';
import {toPathArgument} from '../base/shell-word.js';
import {arrayOf, isObject, type Json, type JsonObject, stringOf} from '../json/json.js';
import type {Problem} from './plan.js';

export interface Source {
  readonly name: string;
  readonly value: Json;
  readonly where: (path: FieldPath) => string;
  /** Returns the members that an element declares for a field that exists, where that depends on the field. */
  readonly membersFor?: (index: number, current: JsonObject) => JsonObject;
}

/** The members of a fields file. */
export const topMembers: readonly string[] = ['tenant', 'custom_fields', '$schema'];

export const notAList = {
  message: '"custom_fields" is not a list',
  hint: 'Start each field with a dash, or put the list between [ and ].',
};

/** The only tenant that a file is for. */
export interface DeclaredTenant {
  readonly host: string;
  readonly place: string;
}

/** The tenant that a file names, if it does, or what is wrong with the name. */
export function readTenant({tenant}: JsonObject, where: Source['where']): DeclaredTenant | Problem | undefined {
  if (tenant === undefined) return undefined;
  const place = where(['tenant']);
  const host = stringOf(tenant) ?? '';
  return host === ''
    ? {place, message: 'the tenant is not a host name', hint: 'Use a host name such as api.example.com.'}
    : {host, place};
}

/** The list of declared fields in a file. Problems are added, not thrown; so is the tenant that the file names. */
export function readFieldList(
  {name, value, where}: Source,
  problems: Problem[],
  tenants: DeclaredTenant[],
): {readonly elements: readonly Json[]; readonly path: FieldPath} | undefined {
  const bare = arrayOf(value);
  if (bare) return {elements: bare, path: []};
  const list = isObject(value) ? arrayOf(value['custom_fields']) : undefined;
  if (isObject(value) && value['kind'] === 'plan') {
    problems.push({
      place: '',
      message: `${name} is a saved plan, not a fields file`,
      hint: suggest => `To apply it, run: ${suggest('fields', 'apply', toPathArgument(name))}`,
    });
    return undefined;
  }
  if (!isObject(value) || !list) {
    const problem =
      isObject(value) && value['custom_fields'] !== undefined
        ? notAList
        : {
            message: 'missing "custom_fields" list',
            hint: 'Start the file with custom_fields: and put each field after a dash.',
          };
    problems.push({place: where(['custom_fields']), ...problem});
    return undefined;
  }
  const tenant = readTenant(value, where);
  if (tenant && 'message' in tenant) problems.push(tenant);
  else if (tenant) tenants.push(tenant);
  for (const member of Object.keys(value))
    if (!topMembers.includes(member))
      problems.push({
        place: where([member]),
        message: `unknown member ${JSON.stringify(member)}`,
        hint: didYouMean(member, topMembers) ?? `Use one of: ${topMembers.join(', ')}.`,
      });
  return {elements: list, path: ['custom_fields']};
}
