import {arrayOf, type Json, objectOf, showJson} from '../json/json.js';
import {listChoices, toIdKey} from './choices.js';
import type {FieldMatch} from './match-fields.js';
import type {Remark} from './plan.js';

/**
 * Warns of choices and groups that a file declares more often than the tenant has them, as a merge of two branches
 * may leave them, and of new choices without a title.
 */
export function describeOddChoices(matches: readonly FieldMatch[]): readonly Remark[] {
  return matches.flatMap(({desired: {name, members, isExact, where}, current}) => {
    if (isExact) return [];
    const [declared, existing] = [members['options'], current?.['options']];
    const choices = listChoices(declared);
    const existingChoices = listChoices(existing);
    const ids = new Set(existingChoices.map(({id}) => toIdKey(id)));
    const titled = choices.filter(({title}) => title !== '');
    const untitled = choices.filter(({id, title}) => title === '' && !(id !== undefined && ids.has(toIdKey(id))));
    const toRemark = (path: readonly (string | number)[], message: string): Remark => ({
      place: where(['options', 'groups', ...path]),
      message: `${JSON.stringify(name)}: ${message}`,
    });
    const groupsOf = (options: Json | undefined) =>
      (arrayOf(objectOf(options)?.['groups']) ?? [])
        .map((group, index) => ({header: showJson(objectOf(group)?.['header'] ?? null), index}))
        .filter(({header}) => header !== '');
    return [
      ...findAdded(
        titled,
        existingChoices,
        ({group, title}) => JSON.stringify([group, title]),
        ({title}) => title,
      ).map(({title, group, index}) =>
        toRemark(
          [group, 'options', index],
          `the choice ${JSON.stringify(title)} appears twice in its group; this one becomes a choice of its own`,
        ),
      ),
      ...findAdded(
        groupsOf(declared),
        groupsOf(existing),
        ({header}) => header,
        ({header}) => header,
      ).map(({header, index}) =>
        toRemark([index], `the group ${JSON.stringify(header)} appears twice; this one becomes a group of its own`),
      ),
      ...untitled.map(({group, index}) => toRemark([group, 'options', index], 'a new choice has no title')),
    ];
  });
}

/** Finds the repeated elements of a list beyond those that another list has. */
function findAdded<Element>(
  declared: readonly Element[],
  existing: readonly Element[],
  keyOf: (element: Element) => string,
  nameOf: (element: Element) => string,
): readonly Element[] {
  const counts = Map.groupBy(existing, nameOf);
  return [...Map.groupBy(declared, keyOf).values()].flatMap(same => {
    const [first] = same;
    return first === undefined ? [] : same.slice(Math.max(1, counts.get(nameOf(first))?.length ?? 0));
  });
}
