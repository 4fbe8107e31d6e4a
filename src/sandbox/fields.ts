import {showPath} from '../api/field-shapes.js';
import {documentedBodies, findBodyProblems, writeOnlyMembers} from '../api/schemas.js';
import {isObject, type Json, type JsonObject, objectOf} from '../json/json.js';
import {parseJson} from '../json/parse-json.js';
import {ErrorReply} from './error-reply.js';
import type {Store, StoredRow} from './store.js';

function refuse(problems: readonly {readonly path: string; readonly message: string}[]): void {
  if (problems.length === 0) return;
  throw new ErrorReply(
    400,
    'Bad Request',
    problems.map(({path, message}) => `${path} ${message}`).join('; '),
    problems,
  );
}

function findProblems(body: JsonObject, kind: 'create' | 'update') {
  return findBodyProblems(body, kind, documentedBodies).map(({path, message}) => ({path: showPath(path), message}));
}

function splitWriteOnly(body: JsonObject): {readonly shown: JsonObject; readonly unshown: JsonObject} {
  const members = Object.entries(body);
  return {
    shown: Object.fromEntries(members.filter(([member]) => !writeOnlyMembers.has(member))),
    unshown: Object.fromEntries(members.filter(([member]) => writeOnlyMembers.has(member))),
  };
}

/** Gives options ids, as a real tenant would. */
function withOptionIds(body: JsonObject, newId: (prefix: string) => string): JsonObject {
  const options = body['options'];
  if (!isObject(options) || !Array.isArray(options['groups'])) return body;
  const groups = options['groups'].map((group: Json) => {
    if (!isObject(group) || !Array.isArray(group['options'])) return group;
    const named = group['options'].map((option: Json) =>
      isObject(option) && option['id'] === undefined ? {id: newId('opt_'), ...option} : option,
    );
    return {...group, options: named};
  });
  return {...body, options: {...options, groups}};
}

export function createField(store: Store, body: JsonObject, newId: (prefix: string) => string): string {
  refuse([
    ...['name', 'type'].flatMap(path =>
      body[path] === undefined || body[path] === null || body[path] === '' ? [{path, message: 'is missing'}] : [],
    ),
    ...['id', 'hint', 'deleted'].flatMap(path =>
      path in body ? [{path, message: 'is not part of the create body'}] : [],
    ),
    ...findProblems(body, 'create'),
  ]);
  const row = toRow(newId('cf_'), withOptionIds(body, newId));
  store.insert('field', row);
  return row.text;
}

function toRow(id: string, body: JsonObject): StoredRow {
  const {shown, unshown} = splitWriteOnly(body);
  return {id, text: JSON.stringify({id, ...shown}), unshown: JSON.stringify(unshown), isDeleted: false};
}

/** Updates a field (4.4): members in the body replace stored ones. Another process may use the same store. */
export function updateField(store: Store, id: string, body: JsonObject, newId: (prefix: string) => string): string {
  return store.inTransaction(() => replaceMembers(store, findOrFail(store, id), body, newId));
}

function replaceMembers(store: Store, row: StoredRow, body: JsonObject, newId: (prefix: string) => string): string {
  refuse([
    ...['id', 'name', 'type', 'example_value'].flatMap(path =>
      path in body ? [{path, message: 'is not part of the update body'}] : [],
    ),
    ...findProblems(body, 'update'),
  ]);
  const {shown, unshown} = splitWriteOnly(withOptionIds(body, newId));
  const text = JSON.stringify({...readObject(row.text), ...shown});
  const isDeleted = typeof body['deleted'] === 'boolean' ? body['deleted'] : row.isDeleted;
  store.replace('field', {
    id: row.id,
    text,
    unshown: JSON.stringify({...readObject(row.unshown), ...unshown}),
    isDeleted,
  });
  return text;
}

export function deleteField(store: Store, id: string): void {
  if (!store.remove('field', id)) findOrFail(store, id);
}

function findOrFail(store: Store, id: string): StoredRow {
  const row = store.find('field', id);
  if (!row) throw new ErrorReply(404, 'Not Found', `No custom field with the id ${JSON.stringify(id)}.`);
  return row;
}

function readObject(text: string): JsonObject {
  return objectOf(parseJson(text)) ?? {};
}
