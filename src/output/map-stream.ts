import {isUtf8} from 'node:buffer';
import type {OutputStream} from '../base/output-stream.js';

/** The same stream with some members replaced; its size stays live. */
export function overrideStream(
  stream: OutputStream,
  changes: Partial<Pick<OutputStream, 'write' | 'hasColor'>>,
): OutputStream {
  return {
    ...stream,
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
    ...changes,
  };
}

/** @param change may add ASCII; it also sees bytes that are not text, one by one */
export function mapStream(stream: OutputStream, change: (text: string) => string): OutputStream {
  return overrideStream(stream, {
    write: piece => {
      const bytes = Buffer.from(piece);
      const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
      return stream.write(Buffer.from(change(bytes.toString(encoding)), encoding));
    },
  });
}
