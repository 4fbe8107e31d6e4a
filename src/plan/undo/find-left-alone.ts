import type {SideEffect} from '../find-side-effects.js';
import {updateBodiesOf} from '../planned-change.js';
import {compareRuns, type Run} from '../run.js';

interface LeftAlone {
  /** Members that updates of the run may have changed or cleared without sending them. */
  readonly unsent: readonly SideEffect[];
  /** Members that were changed since. */
  readonly since: readonly SideEffect[];
}

/**
 * Finds changed members that an undo leaves alone: not those that the run was found to have cleared, which it restores,
 * and not what other runs have changed.
 */
export function findLeftAlone(effects: readonly SideEffect[], run: Run, others: readonly Run[]): LeftAlone {
  const ids = listFamily(run, others);
  const family = [run, ...others.filter(each => ids.has(each.run))];
  const bodies = others.filter(({run: id, outcome}) => !ids.has(id) && outcome !== 'undone').map(listWritten);
  const restored = new Map(run.effects.map(({id, lost}) => [id, lost]));
  const isLeft = ({id}: SideEffect, member: string) =>
    !restored.get(id)?.includes(member) && !bodies.some(body => Object.hasOwn(body.get(id) ?? {}, member));
  // A value that is gone may be a late effect, or one that replies did not show.
  const isUnsent = ({id, lost}: SideEffect, member: string) =>
    lost.includes(member) || family.some(each => mayHaveChanged(each, id, member));
  const select = (isWanted: (effect: SideEffect, member: string) => boolean) =>
    effects.flatMap(effect => {
      const members = effect.members.filter(member => isLeft(effect, member) && isWanted(effect, member));
      return members.length === 0 ? [] : [{...effect, members}];
    });
  return {unsent: select(isUnsent), since: select((effect, member) => !isUnsent(effect, member))};
}

/** False if the run read the field back and did not find that member changed. */
function mayHaveChanged({outcome, effects}: Run, id: string, member: string): boolean {
  if (outcome !== 'converged' && outcome !== 'done') return true;
  return effects.some(
    effect => effect.id === id && (effect.isUnread || effect.lost.includes(member) || effect.changed.includes(member)),
  );
}

/** The ids of a run, of its undos, and of their undos. */
function listFamily(run: Run, others: readonly Run[]): ReadonlySet<string> {
  const family = new Set([run.run]);
  for (const {run: id, undoes} of others.toSorted(compareRuns))
    if (undoes !== undefined && family.has(undoes)) family.add(id);
  return family;
}

/** The bodies of updates that were sent and not refused, by the id of the field. */
function listWritten({plan, writes}: Run) {
  const written = new Set(writes.flatMap(({id, state}) => (state === 'failed' ? [] : (id ?? []))));
  return updateBodiesOf(plan.changes.filter(({id}) => id !== undefined && written.has(id)));
}

/** Describes members of a field that an undo leaves as they are. */
export function describeChangedSince(name: string, members: readonly string[]): string {
  return `${JSON.stringify(name)}: changed since the run, so left alone: ${members.join(', ')}`;
}

export function describeUnsent({name, members}: SideEffect): string {
  return `${JSON.stringify(name)}: members that the run did not send have changed as well: ${members.join(', ')}; left alone`;
}
