import {type Json} from '../../json/json.js';
import {sameJson} from '../../json/same-json.js';
import {type Choice, groupById, toIdKey} from './choices.js';

/** A choice that is matched by its title, although its declared id is that of another choice. */
export interface CrossedId {
  readonly title: string;
  readonly id: Json;
  /** The title of the choice with the id. */
  readonly owner: string;
}

/**
 * Empty if no declared id is that of its match: then all may be those of another tenant, or of an API that numbers
 * choices by their position. If they are in the order of the tenant and have the same titles, these were exchanged.
 *
 * @param isOwn true if the declared ids are known to be those of this tenant; else, only two count as exchanged
 */
export function findCrossedIds(
  matches: ReadonlyMap<Choice, Choice>,
  existing: readonly Choice[],
  isOwn = false,
): readonly CrossedId[] {
  const byId = groupById(existing);
  const pairs = Array.from(matches, ([{id, title}, found]) => ({title, id: id ?? null, key: toIdKey(id), found}));
  const isOfMatch = ({key, found}: (typeof pairs)[number]) => key !== undefined && key === toIdKey(found.id);
  const crossed = pairs
    .filter(pair => !isOfMatch(pair))
    .flatMap(({title, id, key, found}) => {
      // The ids of some APIs are unique within a group only.
      const [owner, another] = byId.get(key) ?? [];
      return owner && !another && owner.title !== found.title ? [{title, id, owner: owner.title}] : [];
    });
  const mayBeExchange = isOwn || crossed.length === 2;
  const isCertain = pairs.some(isOfMatch) || (mayBeExchange && isExchange(crossed) && isInOrder(pairs, existing));
  return isCertain ? crossed : [];
}

/**
 * True if the titles are those of the choices with the ids; those of choices that an API has renumbered are different.
 */
function isExchange(crossed: readonly CrossedId[]): boolean {
  return sameJson(crossed.map(({title}) => title).toSorted(), crossed.map(({owner}) => owner).toSorted());
}

function isInOrder(declared: readonly {readonly key: string | undefined}[], existing: readonly Choice[]): boolean {
  const keys = declared.map(({key}) => key);
  const order = existing.map(({id}) => toIdKey(id));
  return sameJson(
    keys.filter(key => order.includes(key)).map(key => key ?? null),
    order.filter(key => keys.includes(key)).map(key => key ?? null),
  );
}
