import type {OutputStream} from '../base/output-stream.js';

/** The same stream with some members replaced; its size stays live. */
export function withChanges(
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

export function mapStream(stream: OutputStream, change: (text: string) => string): OutputStream {
  return withChanges(stream, {write: piece => stream.write(change(Buffer.from(piece).toString()))});
}
