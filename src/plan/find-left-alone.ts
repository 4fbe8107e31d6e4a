import {compareText} from '../base/compare-text.js';
import type {SideEffect} from './find-side-effects.js';
import type {Run} from './journal.js';
import {updateBodiesOf} from './planned-change.js';

/**
 * Finds side effects that an undo leaves alone: not those that the run was found to have cleared, which it restores,
 * and not what other runs have changed.
 */
export function findLeftAlone(effects: readonly SideEffect[], run: Run, others: readonly Run[]): readonly SideEffect[] {
  const family = listFamily(run, others);
  const bodies = others.filter(({run: id, outcome}) => !family.has(id) && outcome !== 'undone').map(listWritten);
  const restored = new Map(run.effects.map(({id, lost}) => [id, lost]));
  return effects.flatMap(effect => {
    const members = effect.members.filter(
      member =>
        !restored.get(effect.id)?.includes(member) &&
        !bodies.some(body => Object.hasOwn(body.get(effect.id) ?? {}, member)),
    );
    return members.length === 0 ? [] : [{...effect, members}];
  });
}

/** The ids of a run, of its undos, and of their undos. */
function listFamily(run: Run, others: readonly Run[]): ReadonlySet<string> {
  const family = new Set([run.run]);
  // Ids of runs start with the time.
  for (const {run: id, undoes} of others.toSorted((one, other) => compareText(one.run, other.run)))
    if (undoes !== undefined && family.has(undoes)) family.add(id);
  return family;
}

/** The bodies of updates that were sent and not refused, by the id of the field. */
function listWritten({plan, writes}: Run) {
  const written = new Set(writes.flatMap(({id, state}) => (state === 'failed' ? [] : (id ?? []))));
  return updateBodiesOf(plan.changes.filter(({id}) => id !== undefined && written.has(id)));
}

export function describeLeftAlone({name, members}: SideEffect): string {
  return `${JSON.stringify(name)}: the API also changed members that were not sent: ${members.join(', ')}; left alone`;
}
