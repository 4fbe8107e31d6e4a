import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {brotliCompressSync, deflateSync, gzipSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {decompress} from '../../src/system/transport/decompress.js';

const read = async (body: Uint8Array, encoding: string) =>
  (await buffer(await decompress(Readable.from([body]), new Headers({'content-encoding': encoding})))).toString();

test.each([
  ['gzip', gzipSync('text')],
  ['x-gzip', gzipSync('text')],
  [' GZIP', gzipSync('text')],
  ['deflate', deflateSync('text')],
  ['br', brotliCompressSync('text')],
  ['identity', Buffer.from('text')],
  ['unknown', Buffer.from('text')],
])('a body with the encoding %j is read (row 52)', async (encoding, body) => {
  expect(await read(body, encoding)).toBe('text');
});

test.each(['gzip', 'br'])('an empty body that is called %s is empty', async encoding => {
  const empty = Readable.from([], {objectMode: false});
  expect(await buffer(await decompress(empty, new Headers({'content-encoding': encoding})))).toEqual(Buffer.alloc(0));
});
