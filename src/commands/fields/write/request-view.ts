import {fieldRequests} from '../../../api/fields.js';
import type {Page} from '../../../api/page.js';
import type {JsonObject} from '../../../json/json.js';
import {asSent, type SequenceView} from '../../../output/view.js';
import type {FieldWrite, SentWrite} from './field-write.js';

interface ShownRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the base URL. */
  readonly path: string;
  readonly body?: JsonObject;
}

export function toRequest(write: FieldWrite): ShownRequest | undefined {
  if (write.action === 'none') return undefined;
  const request = requestOf(write);
  return {...request, path: `/${request.path}`};
}

function requestOf(write: SentWrite) {
  if (write.action === 'create') return fieldRequests.create(write.body);
  return write.action === 'update' ? fieldRequests.update(write.id, write.body) : fieldRequests.delete(write.id);
}

export const requestView: SequenceView<ShownRequest> = {
  lines: ({method, path, body = {}}) => [
    {label: method, value: [{text: path, style: 'strong'}]},
    // As JSON, since this is what is sent.
    ...Object.entries(body).map(([member, value]) => ({label: member, value: [{text: JSON.stringify(value)}]})),
  ],
  elements: {
    columns: () => [{path: 'method'}, {path: 'path', weight: 5, minWidth: 16}, {path: 'body', isText: true}],
    documented: ['method', 'path', 'body'],
    toValue: asSent,
  },
  toElements: request => [{...request}],
};

/** The requests of the pages, without the writes that send none. */
export async function* listRequests(
  pages: AsyncIterable<Page<ShownRequest | undefined>>,
): AsyncGenerator<ShownRequest> {
  for await (const {rows} of pages) for (const request of rows) if (request) yield request;
}
