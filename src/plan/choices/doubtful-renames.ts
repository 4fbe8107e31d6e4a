import type {Json} from '../../json/json.js';
import {type Choice, groupById, toIdKey} from './choices.js';
import {isSameId} from './default-choice.js';
import {normalizeTitle} from './match-choices.js';

/** A choice that would be removed, although its id is declared. */
export interface DoubtfulRename {
  readonly id: Json;
  readonly from: string;
  readonly to: string;
  /**
   * Another choice on the tenant has the title `to`, `from` is declared for another choice, `foreign` has an id of
   * another tenant, or the choice moves to another group where ids are unique within a group only.
   */
  readonly reason: 'taken' | 'declared' | 'foreign' | 'moved';
  readonly foreign?: Choice;
}

export interface DeclaredChoices {
  /** The choices of all declared groups. */
  readonly desired: readonly Choice[];
  readonly existing: readonly Choice[];
  readonly matches: ReadonlyMap<Choice, Choice>;
  /** With those that move to other groups, where ids are unique within a group only. */
  readonly found: ReadonlyMap<Choice, Choice>;
  /** The declared choices with an id. */
  readonly withId: (id: Json | undefined) => readonly Choice[];
  /** True for an undo, in which only ids that one choice has tell anything. */
  readonly isExact: boolean;
  /** A choice whose id shows that the declared ids may be those of another tenant. */
  readonly foreign: Choice | undefined;
}

export function findDoubtfulRenames(
  lost: readonly Choice[],
  {desired, existing, matches, found, withId, isExact, foreign}: DeclaredChoices,
): readonly DoubtfulRename[] {
  // The ids of some APIs are unique within a group only.
  const existingById = groupById(existing);
  const isUnique = (id: Json) => existingById.get(toIdKey(id))?.length === 1;
  const titles = new Set(existing.map(({title}) => normalizeTitle(title)));
  const declaredTitles = new Set(desired.map(({title}) => normalizeTitle(title)));
  const doubtAbout = (from: string, to: string): DoubtfulRename['reason'] | undefined => {
    if (titles.has(normalizeTitle(to))) return 'taken';
    if (declaredTitles.has(normalizeTitle(from))) return 'declared';
    return foreign && 'foreign';
  };
  const moved = new Map([...found].flatMap(([choice, was]) => (matches.has(choice) ? [] : [[was, choice]])));
  return lost.flatMap((removed): readonly DoubtfulRename[] => {
    const {id = null, title: from} = removed;
    const to = moved.get(removed)?.title;
    if (to !== undefined) return [{id, from, to, reason: 'moved'}];
    const declared = isExact && !isUnique(id) ? [] : withId(id);
    return declared.flatMap(choice => {
      const isOwn = isSameId(matches.get(choice)?.id, id) || choice.title === from;
      const reason = isOwn ? undefined : doubtAbout(from, choice.title);
      return reason === undefined
        ? []
        : {id, from, to: choice.title, reason, ...(reason === 'foreign' && foreign ? {foreign} : {})};
    });
  });
}
