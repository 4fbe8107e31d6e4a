import {type FieldPath, showPath} from '../api/field-shapes.js';
import {type BodyProblem, findBodyProblems} from '../api/schemas.js';
import {quoteStart} from '../base/quote-start.js';
import {isObject, type Json, type JsonObject, stringOf} from '../json/json.js';
import type {DesiredField, DesiredState} from './desired-field.js';
import {findRepeats} from './find-repeats.js';
import {adviseOnMissingName} from './find-undocumented.js';
import type {Problem} from './plan.js';
import {readFieldList, type Source} from './read-field-list.js';

interface MemberProblem {
  readonly path: FieldPath;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** The declarations of all files, and every problem in them. */
export interface Parsed {
  readonly desired: DesiredState;
  readonly problems: readonly Problem[];
}

/** Validates and combines the declarations of fields files. Problems are returned, not thrown. */
export function parseFields(sources: readonly Source[]): Parsed {
  const problems: Problem[] = [];
  const fields: DesiredField[] = [];
  const tenants: {readonly host: string; readonly place: string}[] = [];
  for (const source of sources) {
    const list = readFieldList(source, problems, tenants);
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
  const toPlaced = ({path, message}: MemberProblem) => ({place: where(path), message: `${showPath(path)} ${message}`});
  for (const each of found) problems.push({...toPlaced(each), hint: each.hint ?? adviseOnType(each.path, members)});
  if (typeof name !== 'string' && !isExported) return undefined;
  return {
    name: stringOf(name) ?? '',
    id: stringOf(id),
    isProtected: protect === true,
    members,
    flaws: shape.map(each => ({...toPlaced(each), isMissing: each.isMissing})),
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
    problems.push({path: ['name'], message: 'is missing', hint: adviseOnMissingName(field)});
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
