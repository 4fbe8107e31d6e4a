interface Sink {
  readonly write: (piece: string | Uint8Array) => unknown;
  readonly flush: () => unknown;
}

function hasStdout(bun: unknown): bun is {readonly stdout: {readonly writer: () => Sink}} {
  return typeof bun === 'object' && bun !== null && 'stdout' in bun;
}

/**
 * Opens Bun's own stdout, because Node's stream takes as long to open in Bun as a whole command. It waits for slow
 * readers and lets signals be handled.
 *
 * @returns the function that writes a piece and rejects with the system error; `undefined` when this is not Bun
 */
export function openBunStdout(): ((piece: string | Uint8Array) => Promise<void>) | undefined {
  const bun: unknown = Reflect.get(globalThis, 'Bun');
  if (!hasStdout(bun)) return undefined;
  let sink: Sink | undefined;
  return async piece => {
    sink ??= bun.stdout.writer();
    const written = Promise.resolve(sink.write(piece));
    // Both promises reject with the same failure, and neither rejection may be unhandled.
    written.catch(() => undefined);
    await sink.flush();
    await written;
  };
}
