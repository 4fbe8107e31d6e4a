/** Returns a signal that aborts like the given one, but after an interruption only when `late` does. */
export function outlive(signal: AbortSignal, interruption: AbortSignal, late: AbortSignal): AbortSignal {
  const ended = new AbortController();
  const onAbort = () => {
    if (!interruption.aborted) ended.abort(signal.reason);
  };
  signal.addEventListener('abort', onAbort, {once: true});
  return AbortSignal.any([ended.signal, late]);
}
