/**
 * Rejects as soon as the signal aborts, with its reason. A Request refers to its signal weakly, so after a garbage
 * collection the transport would not see the abort.
 */
export async function rejectOnAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, {once: true});
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
