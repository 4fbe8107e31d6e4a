import type {Json} from '../json/json.js';
import {type Choice, toIdKey} from './choices.js';
import {isSameId} from './default-choice.js';

/** A choice that would be removed, although its id is declared. */
export interface DoubtfulRename {
  readonly id: Json;
  readonly from: string;
  readonly to: string;
  /**
   * Another choice on the tenant has the title `to`, `from` is declared for another choice, `foreign` has an id of
   * another tenant, or the choice moves to a group in which another one has its id.
   */
  readonly reason: 'taken' | 'declared' | 'foreign' | 'moved';
  readonly foreign?: Choice;
}

interface DeclaredChoices {
  readonly desired: readonly Choice[];
  readonly existing: readonly Choice[];
  readonly matches: ReadonlyMap<Choice, Choice>;
  /** The declared choices with an id. */
  readonly withId: (id: Json | undefined) => readonly Choice[];
  /** True for an undo, in which only ids that one choice has tell anything. */
  readonly isExact: boolean;
  /** A choice whose id shows that the declared ids may be those of another tenant. */
  readonly foreign: Choice | undefined;
}

export function findDoubtfulRenames(
  lost: readonly Choice[],
  {desired, existing, matches, withId, isExact, foreign}: DeclaredChoices,
): readonly DoubtfulRename[] {
  // The ids of some APIs are unique within a group only.
  const existingById = Map.groupBy(existing, ({id}) => toIdKey(id));
  const isUnique = (id: Json) => existingById.get(toIdKey(id))?.length === 1;
  const titles = new Set(existing.map(({title}) => title));
  const declaredTitles = new Set(desired.map(({title}) => title));
  const doubtAbout = (from: string, to: string): DoubtfulRename['reason'] | undefined => {
    if (titles.has(to)) return 'taken';
    if (declaredTitles.has(from)) return 'declared';
    return foreign && 'foreign';
  };
  return lost.flatMap(({id = null, title: from}) =>
    (isExact && !isUnique(id) ? [] : withId(id)).flatMap(choice => {
      const {title: to} = choice;
      const isOwn = isSameId(matches.get(choice)?.id, id);
      const reason = isOwn ? undefined : from === to ? 'moved' : doubtAbout(from, to);
      return reason === undefined ? [] : {id, from, to, reason, ...(reason === 'foreign' && foreign ? {foreign} : {})};
    }),
  );
}
