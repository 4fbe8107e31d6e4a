interface Sink {
  readonly write: (piece: string | Uint8Array) => unknown;
  readonly flush: () => unknown;
}

function hasStdout(bun: unknown): bun is {readonly stdout: {readonly writer: () => Sink}} {
  return typeof bun === 'object' && bun !== null && 'stdout' in bun;
}

/**
 * Bun's own way to stdout: there the stream of Node takes as long to open as a whole command line has. It waits for slow readers and leaves
 * signals their turn.
 *
 * @returns what writes a piece, and rejects with the error of the system; `undefined` when this is not Bun
 */
export function openBunStdout(): ((piece: string | Uint8Array) => Promise<void>) | undefined {
  const bun: unknown = Reflect.get(globalThis, 'Bun');
  if (!hasStdout(bun)) return undefined;
  let sink: Sink | undefined;
  return async piece => {
    sink ??= bun.stdout.writer();
    const written = Promise.resolve(sink.write(piece));
    // Both tell of the same failure, and neither may be left unheard.
    written.catch(() => undefined);
    await sink.flush();
    await written;
  };
}
