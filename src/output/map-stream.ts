import type {OutputStream} from '../base/output-stream.js';

/** The same stream with another way to write. */
export function withWrite(stream: OutputStream, write: OutputStream['write']): OutputStream {
  return {
    ...stream,
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
    write,
  };
}

/** The same stream, as if it had no colors. */
export function withoutColor(stream: OutputStream): OutputStream {
  return {
    ...stream,
    hasColor: false,
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
  };
}

/** A stream that changes all text before it is written. */
export function mapStream(stream: OutputStream, change: (text: string) => string): OutputStream {
  return withWrite(stream, piece => stream.write(change(Buffer.from(piece).toString())));
}
