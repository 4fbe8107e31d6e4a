import type {Message} from '../../../base/suggest-command.js';
import type {SideEffect} from '../../../plan/find-side-effects.js';

/** Says which members were cleared along with an update, probably by the API, field by field. */
export function describeCleared(sideEffects: readonly SideEffect[]): readonly string[] {
  return sideEffects.flatMap(({name, lost}) =>
    lost.length === 0
      ? []
      : [
          `${lost.join(', ')} of ${JSON.stringify(name)} ${lost.length === 1 ? 'was' : 'were'} cleared, although no write changed ${lost.length === 1 ? 'it' : 'them'}`,
        ],
  );
}

/**
 * How to bring back what was cleared.
 *
 * @param run the id of the run, if it can be undone
 */
export function adviseToRestoreMembers(run: string | undefined): Message {
  if (run === undefined) return 'Set what is missing by hand.';
  return suggest =>
    `To restore the old values, unless someone cleared them on purpose, run: ${suggest('fields', 'undo', run)}`;
}
