import type {OutputStream} from '../base/output-stream.js';

/** A stream that changes all text before it is written. */
export function mapStream(stream: OutputStream, change: (text: string) => string): OutputStream {
  return {
    ...stream,
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
    write: piece => stream.write(change(Buffer.from(piece).toString())),
  };
}
