import type {Change} from '../../../plan/plan.js';

/** Records creates in the journal before they are sent. */
export interface Intents {
  /** Resolves when the intent is on disk. */
  readonly begin: (change: Change) => Promise<void>;
  /** Returns the changes that were recorded but not begun. */
  readonly cancelled: () => readonly Change[];
}

/**
 * Records the intents of creates while earlier ones are being sent, so that none waits for the disk. This is only safe
 * for creates: after an interruption, an intent on an existing field would credit the run with what someone else did.
 *
 * @param concurrency how many creates are sent at a time
 * @param record resolves when the intent is on disk
 */
export function createIntents(
  changes: readonly Change[],
  concurrency: number,
  record: (change: Change) => Promise<void>,
): Intents {
  const creates = changes.filter(({action}) => action === 'create');
  const positions = new Map(creates.map((change, position) => [change, position]));
  const recorded = new Map<Change, Promise<void>>();
  const begun = new Set<Change>();
  const write = (change: Change) => {
    const written = recorded.get(change) ?? record(change);
    // Prevents an unhandled rejection; `begin` passes the error on.
    written.catch(() => undefined);
    recorded.set(change, written);
    return written;
  };
  return {
    begin: change => {
      begun.add(change);
      const written = write(change);
      const ahead = creates[(positions.get(change) ?? creates.length) + concurrency];
      if (ahead) void write(ahead);
      return written;
    },
    cancelled: () => [...recorded.keys()].filter(change => !begun.has(change)),
  };
}
