import type {JsonObject} from '../../src/json/json.js';
import {createTenant, field, reply, reset} from './tenant.js';
import {allowViolations} from './violations.js';

/**
 * A tenant that lists deleted fields further on, with the sign `is_archived`, which the reference does not name.
 *
 * @param refusal the status of the creates that are refused
 */
export function archivingTenant(listed: readonly JsonObject[] = [field('b')], refusal = 422) {
  allowViolations();
  let fields = listed;
  let refused = 0;
  let losesReply = false;
  const writes: string[] = [];
  const updates: JsonObject[] = [];
  const fetch = async (request: Request) => {
    const {method, url} = request;
    const id = url.split('/').at(-1);
    const body: JsonObject = method === 'POST' || method === 'PATCH' ? JSON.parse(await request.text()) : {};
    if (method === 'GET') return reply({custom_fields: fields});
    writes.push(method === 'POST' ? method : `${method} ${id}`);
    if (method === 'PATCH') updates.push(body);
    if (method === 'POST') {
      if (refused > 0) {
        refused -= 1;
        return reply({message: 'no'}, {status: refusal});
      }
      fields = [...fields, {id: `new${fields.length}`, ...body}];
      if (losesReply) return reset();
      return reply(fields.at(-1) ?? {}, {status: 201});
    }
    const {deleted, ...members} = method === 'DELETE' ? {deleted: true} : body;
    const change = {...members, ...(deleted === undefined ? {} : {is_archived: deleted})};
    fields = fields.map(each => (each['id'] === id ? {...each, ...change} : each));
    return method === 'DELETE' ? reply('', {status: 204}) : reply(fields.find(each => each['id'] === id) ?? {});
  };
  return {
    ...createTenant([]),
    fetch,
    writes,
    /** The bodies of the updates. */
    updates,
    live: () => fields.filter(each => each['is_archived'] !== true),
    /** A change by others. */
    change: (id: string, members: JsonObject) => {
      fields = fields.map(each => (each['id'] === id ? {...each, ...members} : each));
    },
    /** Carries out the creates from now on, and closes their connections. */
    loseReplies: () => {
      losesReply = true;
    },
    refuseCreates: (count: number) => {
      refused = count;
    },
  };
}
