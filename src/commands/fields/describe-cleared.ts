import type {Message} from '../../base/suggest-command.js';
import type {SideEffect} from '../../plan/find-side-effects.js';

/** Says which members the API has cleared, field by field. */
export function describeCleared(sideEffects: readonly SideEffect[]): readonly string[] {
  return sideEffects.flatMap(({name, lost}) =>
    lost.length === 0
      ? []
      : [`the API has cleared ${lost.join(', ')} of ${JSON.stringify(name)}, which no write concerned`],
  );
}

/** How to bring back what an API has cleared. */
export function adviseToRestoreMembers(run: string): Message {
  return suggest => `To restore what was there before, run: ${suggest('fields', 'undo', run)}`;
}
