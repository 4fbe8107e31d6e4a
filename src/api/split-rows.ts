import type {Json} from '../json/json.js';
import {pickRows} from './ask-pages.js';
import type {ListReader, Page, RawReply} from './page.js';

/** Bounds for the rows that are parsed at a time: parsed rows take many times the memory of their text. */
const maxRows = 2000;
const maxBytes = 1_000_000;

/** Splits these rows of a reply, or all of them, into parts; there is at least one. */
export function splitRows<Row extends Json>(
  reply: RawReply<Row>,
  indices: readonly number[] | undefined,
  toRows: ListReader<Row>['toRows'],
): Pick<Page<Row>, 'rows' | 'raw'>[] {
  const {raw} = reply;
  const count = indices?.length ?? raw?.count ?? 0;
  if (!raw || (count <= maxRows && raw.bytes.length <= maxBytes)) return [pickRows(reply, indices, toRows)];
  const parts: number[][] = [];
  let part: number[] = [];
  let bytes = 0;
  for (let position = 0; position < count; position += 1) {
    const row = indices?.[position] ?? position;
    const size = raw.offsets.end(row) - raw.offsets.start(row);
    if (part.length === maxRows || (part.length > 0 && bytes + size > maxBytes)) {
      parts.push(part);
      [part, bytes] = [[], 0];
    }
    part.push(row);
    bytes += size;
  }
  return [...parts, part].map(rows => pickRows(reply, rows, toRows));
}
