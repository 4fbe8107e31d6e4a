import type {Change} from '../../../plan/plan.js';

/** Changes recorded in the journal before they are sent. */
export interface Intents {
  /** Resolves when it is on the disk that this create is about to be sent. */
  readonly begin: (change: Change) => Promise<void>;
  /** Changes recorded but never begun. */
  readonly cancelled: () => readonly Change[];
}

/**
 * Writes the intents of creates down while those before them are under way, so that none waits for the disk. Other changes are written down when
 * their turn comes: what a run that was cut off may have done to a field that is there, others may do as well.
 *
 * @param concurrency how many are under way at a time
 * @param record resolves when it is on the disk
 */
export function createIntents(
  changes: readonly Change[],
  concurrency: number,
  record: (change: Change) => Promise<void>,
): Intents {
  const creates = changes.filter(({action}) => action === 'create');
  const places = new Map(creates.map((change, place) => [change, place]));
  const recorded = new Map<Change, Promise<void>>();
  const begun = new Set<Change>();
  const write = (change: Change) => {
    const current = recorded.get(change) ?? record(change);
    // Whoever begins it is told.
    current.catch(() => undefined);
    recorded.set(change, current);
    return current;
  };
  return {
    begin: change => {
      begun.add(change);
      const written = write(change);
      const later = creates[(places.get(change) ?? creates.length) + concurrency];
      if (later) void write(later);
      return written;
    },
    cancelled: () => [...recorded.keys()].filter(change => !begun.has(change)),
  };
}
