import {type FieldPath, showPath} from '../api/field-shapes.js';
import {type BodyProblem, findBodyProblems} from '../api/schemas.js';
import {quoteStart} from '../base/quote-start.js';
import {toPathArgument} from '../base/shell-word.js';
import {arrayOf, isObject, type Json, type JsonObject, stringOf} from '../json/json.js';
import type {DesiredField, DesiredState} from './desired-field.js';
import {findRepeats} from './find-repeats.js';
import type {Problem} from './plan.js';

interface MemberProblem {
  readonly path: FieldPath;
  readonly message: string;
  readonly hint?: string;
}

export interface Source {
  readonly name: string;
  readonly value: Json;
  readonly where: (path: FieldPath) => string;
  /** Returns the members that an element declares for a field that exists, where that depends on the field. */
  readonly membersFor?: (index: number, current: JsonObject) => JsonObject;
}

/** The declarations of all files, and every problem in them. */
export interface Parsed {
  readonly desired: DesiredState;
  readonly problems: readonly Problem[];
}

const topMembers = ['tenant', 'custom_fields', '$schema'];

/** Validates and combines the declarations of fields files. Problems are returned, not thrown. */
export function parseFields(sources: readonly Source[]): Parsed {
  const problems: Problem[] = [];
  const fields: DesiredField[] = [];
  const tenants: {readonly host: string; readonly place: string}[] = [];
  for (const source of sources) {
    const list = readList(source, problems, tenants);
    for (const [index, element] of (list?.elements ?? []).entries()) {
      const path = [...(list?.path ?? []), index];
      const field = readField(element, inner => source.where([...path, ...inner]), problems);
      const {membersFor} = source;
      if (field) fields.push(membersFor ? {...field, membersFor: current => membersFor(index, current)} : field);
    }
  }
  return {
    desired: {fields, tenant: tenants[0]},
    problems: [...problems, ...findRepeats(fields), ...findOtherTenants(tenants)],
  };
}

function readList(
  {name, value, where}: Source,
  problems: Problem[],
  tenants: {host: string; place: string}[],
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
    problems.push({
      place: where(['custom_fields']),
      message:
        isObject(value) && value['custom_fields'] !== undefined
          ? '"custom_fields" is not a list'
          : 'missing list "custom_fields"',
      hint:
        isObject(value) && value['custom_fields'] !== undefined
          ? 'Start each field with a dash, or put the list between [ and ].'
          : 'Start the file with custom_fields: and put each field after a dash.',
    });
    return undefined;
  }
  const {tenant} = value;
  const host = stringOf(tenant);
  if (host !== undefined && host !== '') tenants.push({host, place: where(['tenant'])});
  else if (tenant !== undefined)
    problems.push({
      place: where(['tenant']),
      message: 'the tenant is not a host name',
      hint: 'Use a host name such as api.example.com.',
    });
  for (const member of Object.keys(value))
    if (!topMembers.includes(member))
      problems.push({
        place: where([member]),
        message: `unknown member ${JSON.stringify(member)}`,
        hint: `Use one of: ${topMembers.join(', ')}.`,
      });
  return {elements: list, path: ['custom_fields']};
}

function readField(value: Json, where: (path: FieldPath) => string, problems: Problem[]): DesiredField | undefined {
  if (!isObject(value)) {
    problems.push({
      place: where([]),
      message: `expected an object, got ${quoteStart(value, 40)}`,
      hint: 'Use an object with members such as name and type.',
    });
    return undefined;
  }
  const {id, protect, ...members} = value;
  const {name} = members;
  const shape = findShapeProblems(members);
  // A field with an id comes from the API, which may return shapes that the reference does not document.
  const isExported = hasOwnId(value);
  const found: readonly MemberProblem[] = [...findOwnProblems(value), ...(isExported ? [] : shape.filter(isMisshapen))];
  for (const {path, message, hint} of found)
    problems.push({
      place: where(path),
      message: `${showPath(path)} ${message}`,
      hint: hint ?? adviseOnType(path, members),
    });
  if (typeof name !== 'string' && !isExported) return undefined;
  const flaws = shape.map(({path, message, isMissing}) => ({
    place: where(path),
    message: `${showPath(path)} ${message}`,
    isMissing,
  }));
  return {
    name: stringOf(name) ?? '',
    id: stringOf(id),
    isProtected: protect === true,
    members,
    flaws,
    where: (path = []) => where(path),
  };
}

/** Shows the form of a type, where a file has only its name. */
function adviseOnType([member, ...inner]: FieldPath, {type}: JsonObject): string | undefined {
  return member === 'type' && inner.length === 0 && typeof type === 'string'
    ? `Write it as {discriminator: SIMPLE, primitive_type: ${type.toUpperCase()}}.`
    : undefined;
}

/**
 * Lists problems that make a field invalid in a file, unless the file gives the id of a field that has the same
 * members.
 */
export function findMisshapen(members: JsonObject): readonly BodyProblem[] {
  return findShapeProblems(members).filter(isMisshapen);
}

/** `findOwnProblems` reports problems with the name. */
function findShapeProblems(members: JsonObject): readonly BodyProblem[] {
  return findBodyProblems(members, 'create').filter(({path}) => path[0] !== 'name');
}

function hasOwnId({id}: JsonObject): boolean {
  return typeof id === 'string' && id !== '';
}

/** False for a member that the file leaves out and that the field on the tenant may have. */
function isMisshapen({path, isMissing}: BodyProblem): boolean {
  return !isMissing || path[0] === 'type' || path.some(member => typeof member === 'number');
}

function findOwnProblems(field: JsonObject): readonly MemberProblem[] {
  const {id, name, protect, deleted} = field;
  const problems: MemberProblem[] = [];
  // A field with an id comes from the API, so an odd name or `deleted` is not a mistake in the file.
  const hasId = hasOwnId(field);
  if (!hasId && (name === undefined || name === null || name === ''))
    problems.push({path: ['name'], message: 'is missing'});
  else if (!hasId && typeof name !== 'string')
    problems.push({path: ['name'], message: `is not a string: ${JSON.stringify(name)}`, hint: 'Put it in quotes.'});
  if (id === '') problems.push({path: ['id'], message: 'is empty', hint: 'Leave it out.'});
  else if (id !== undefined && typeof id !== 'string')
    problems.push({
      path: ['id'],
      message: `is not a string: ${JSON.stringify(id)}`,
      hint: 'Put it in quotes, or leave it out.',
    });
  if (protect !== undefined && typeof protect !== 'boolean')
    problems.push({path: ['protect'], message: `must be true or false, got ${JSON.stringify(protect)}`});
  if (!hasId && deleted !== undefined)
    problems.push({
      path: ['deleted'],
      message: 'cannot be declared in a file',
      hint: 'Remove it. To delete the field, leave the whole field out and plan with --prune.',
    });
  return problems;
}

function findOtherTenants(tenants: readonly {readonly host: string; readonly place: string}[]): readonly Problem[] {
  const [first, ...others] = tenants;
  return others
    .filter(({host}) => host !== first?.host)
    .map(({host, place}) => ({
      place,
      message: `the files are for two tenants, ${first?.host} and ${host}`,
      hint: 'Plan one tenant at a time.',
    }));
}
