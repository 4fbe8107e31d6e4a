import type {JsonObject} from '../../src/json/json.js';
import {addMembers} from './add-members.js';
import {createIds} from './create-ids.js';
import type {Dialect} from './dialect.js';
import {isObject, objectsOf, textOf, without} from './exact-json.js';
import {dropIgnored, hasRefusedNull, mergePatch} from './merge-patch.js';

/** What comes of a write: the field, `undefined` for one that is gone, or the status of a refusal. */
export type WriteResult =
  | {readonly field: JsonObject | undefined}
  | {readonly status: number; readonly message: string};

/** The fields of one tenant. */
export interface StoredFields {
  /** As they are now. */
  readonly all: () => readonly JsonObject[];
  /** As a list shows them, which may lag behind. */
  readonly read: () => readonly JsonObject[];
  /** Puts a field there before the test begins, with any members; `default_option_id` may be the title of a choice. */
  readonly seed: (members: JsonObject) => void;
  readonly create: (body: JsonObject) => WriteResult;
  readonly update: (id: string, body: JsonObject) => WriteResult;
  readonly remove: (id: string) => WriteResult;
}

/** Makes the title of a choice in `default_option_id` its id, where choices have one. */
function resolveDefaultOption(field: JsonObject): JsonObject {
  const {options} = field;
  if (!isObject(options) || options['default_option_id'] === undefined) return field;
  const choices = objectsOf(options['groups']).flatMap(group => objectsOf(group['options']));
  const id = choices.find(({title}) => title === options['default_option_id'])?.['id'];
  return {
    ...field,
    options: {...without(options, 'default_option_id'), ...(id === undefined ? {} : {default_option_id: id})},
  };
}

export function createStoredFields(dialect: Dialect, tenant: string): StoredFields {
  const nextId = createIds(dialect, tenant);
  let fields: readonly JsonObject[] = [];
  const isThere = (field: JsonObject) => field['deleted'] !== true;
  /** States that lists have not shown yet, oldest first, and the state that they show. */
  let unseen: {readonly fields: readonly JsonObject[]; reads: number}[] = [];
  let shown = fields;
  let reads = 0;
  /** How many more reads leave a field out, by its id. */
  const leftOut = new Map<unknown, number>();
  /** How many more reads still show a field that was deleted. */
  const stillListed = new Map<JsonObject, number>();
  const store = (changed: readonly JsonObject[]) => {
    fields = changed;
    unseen.push({fields, reads: dialect.lag});
  };
  const indexOf = (id: string) => fields.findIndex(field => field['id'] === id);
  const notFound = {status: dialect.gone === 410 ? 410 : 404, message: 'no such custom field'};
  return {
    all: () => fields.filter(isThere),
    read: () => {
      for (const state of unseen) if (state.reads === 0) shown = state.fields;
      unseen = unseen.filter(({reads}) => reads > 0);
      for (const state of unseen) state.reads -= 1;
      reads += 1;
      const state = dialect.replicas && reads % 2 === 1 ? fields : shown;
      const ghosts = [...stillListed].flatMap(([field, left]) => (left > 0 && !state.includes(field) ? [field] : []));
      for (const [field, left] of stillListed) stillListed.set(field, Math.max(0, left - 1));
      const found = [...ghosts, ...state];
      const listed = found.filter(({id}) => (leftOut.get(id) ?? 0) === 0);
      for (const [id, left] of leftOut) leftOut.set(id, Math.max(0, left - 1));
      return inOrder(listed, dialect);
    },
    seed: members => {
      const added = addMembers({id: nextId(), ...members}, undefined, dialect, nextId);
      fields = [...fields, dialect.added === 'nested ids' ? resolveDefaultOption(added) : withoutDefaultOption(added)];
      shown = fields;
    },
    create: body => {
      if (hasRefusedNull(body, dialect)) return {status: 400, message: 'null is not allowed'};
      const {sameName} = dialect;
      const renamed = rename[dialect.names](textOf(body['name']));
      if (sameName !== 'allowed' && fields.some(field => isThere(field) && field['name'] === renamed))
        return {status: sameName, message: 'the name is taken'};
      const sent = mergePatch({}, dropIgnored(without(body, 'example_value', 'id'), undefined, dialect), dialect);
      const field = addMembers({id: nextId(), ...sent, name: renamed}, undefined, dialect, nextId);
      store([...fields, field]);
      return {field};
    },
    update: (id, body) => {
      const index = indexOf(id);
      const before = fields[index];
      if (!before) return notFound;
      if (hasRefusedNull(body, dialect)) return {status: 400, message: 'null is not allowed'};
      const sent = dropIgnored(without(body, 'hint', 'name', 'type', 'id', 'deleted'), before, dialect);
      const {deleted = before['deleted']} = body;
      const merged = mergePatch(without(before, 'deleted'), sent, dialect);
      const changed = addMembers(merged, before, dialect, nextId);
      const field = deleted === true ? {...changed, deleted} : changed;
      store(fields.with(index, field));
      leftOut.set(id, dialect.reindexing);
      return {field: dialect.replies === 'older state' ? before : field};
    },
    remove: id => {
      const index = indexOf(id);
      const field = fields[index];
      if (!field || !isThere(field)) return dialect.gone === 204 ? {field: undefined} : notFound;
      stillListed.set(field, dialect.deleted === 'listed' ? 0 : dialect.deletionLag);
      store(dialect.deleted === 'listed' ? fields.with(index, {...field, deleted: true}) : fields.toSpliced(index, 1));
      return {field: undefined};
    },
  };
}

function inOrder(fields: readonly JsonObject[], {listOrder}: Dialect): readonly JsonObject[] {
  if (listOrder === 'oldest first') return fields;
  if (listOrder === 'newest first') return fields.toReversed();
  return fields.toSorted((one, other) => (textOf(one['name']) < textOf(other['name']) ? -1 : 1));
}

const rename: {readonly [Names in Dialect['names']]: (name: string) => string} = {
  'as sent': name => name,
  trimmed: name => name.trim(),
  'lower case': name => name.toLowerCase(),
  underscores: name => name.replaceAll(/[^a-z0-9]+/gi, '_').toLowerCase(),
};

function withoutDefaultOption(field: JsonObject): JsonObject {
  const {options} = field;
  return isObject(options) ? {...field, options: without(options, 'default_option_id')} : field;
}
