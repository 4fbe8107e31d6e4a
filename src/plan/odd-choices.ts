import {arrayOf, type Json, objectOf, showJson} from '../json/json.js';
import {sameJson} from '../json/same-json.js';
import {adoptOptions} from './choices/adopt-options.js';
import {type Choice, listChoices} from './choices/choices.js';
import type {FieldMatch} from './match-fields.js';
import type {Remark} from './plan.js';

/** For one field. */
const maxRemarks = 5;

/**
 * Warns of new choices and groups that a file declares twice, as a merge of two branches may leave them, and of new
 * choices without a title.
 */
export function describeOddChoices(matches: readonly FieldMatch[]): readonly Remark[] {
  return matches.flatMap(({desired: {name, members, isExact, where}, current}) => {
    const {options} = members;
    if (isExact || options === undefined) return [];
    const toRemark = (path: readonly (string | number)[], message: string): Remark => ({
      place: where(['options', 'groups', ...path]),
      message: `${JSON.stringify(name)}: ${message}`,
    });
    const isOdd = ([choice, ...others]: readonly Choice[]) => choice?.title === '' || others.length > 0;
    const byTitle = Map.groupBy(listChoices(options), ({group, title}) => toKey(group, title));
    const odd = [...byTitle.values()].filter(isOdd);
    const existing = listChoices(current?.['options']);
    const adopted = odd.length === 0 ? [] : listChoices(adoptOptions(options, current?.['options']).options);
    // Without ids, only the titles tell which choices exist.
    const hasIds = existing.some(({id}) => id !== undefined);
    const known = new Set(adopted.flatMap(({id, group, index}) => (id === undefined ? [] : toKey(group, index))));
    const isKnown = ({group, index}: Choice) => hasIds && known.has(toKey(group, index));
    const countExisting = ({title, header}: Choice) =>
      hasIds ? 0 : existing.filter(choice => choice.title === title && choice.header === header).length;
    const remarks = [
      ...listRepeatedGroups(options, current?.['options']).map(({header, index}) =>
        toRemark(
          [index],
          `the group ${JSON.stringify(header)} appears more than once; this one becomes a group of its own`,
        ),
      ),
      ...odd.flatMap(same => {
        const [first] = same;
        const title = first?.title ?? '';
        const added = same.filter(choice => !isKnown(choice)).slice(first && countExisting(first));
        if (title === '')
          return added.map(({group, index}) =>
            toRemark([group, 'options', index], 'a new choice has no title; add one, or remove the choice'),
          );
        const extra = added.length === same.length ? added.slice(1) : added;
        return extra.map(({group, index}) =>
          toRemark(
            [group, 'options', index],
            `the choice ${JSON.stringify(title)} appears more than once in its group; this one becomes a choice of its own`,
          ),
        );
      }),
    ];
    const rest = remarks.length - maxRemarks;
    const more = {message: `${JSON.stringify(name)}: ${rest} more like ${rest === 1 ? 'this' : 'these'}`};
    return [...remarks.slice(0, maxRemarks), ...(rest > 0 ? [more] : [])];
  });
}

/**
 * The groups beyond those with the same header on the tenant, without those that have the id of a different group
 * there.
 */
function listRepeatedGroups(options: Json, current: Json | undefined) {
  const groupsOf = (value: Json | undefined) =>
    (arrayOf(objectOf(value)?.['groups']) ?? []).map((group, index) => ({
      index,
      id: objectOf(group)?.['id'],
      header: showJson(objectOf(group)?.['header'] ?? null),
    }));
  const existing = groupsOf(current);
  const headers = Map.groupBy(existing, ({header}) => header);
  const isRenamed = ({id, header}: {readonly id: Json | undefined; readonly header: string}) =>
    existing.some(group => group.id !== undefined && sameJson(group.id, id) && group.header !== header);
  const declared = groupsOf(options).filter(group => group.header !== '' && !isRenamed(group));
  return [...Map.groupBy(declared, ({header}) => header)].flatMap(([header, same]) =>
    same.slice(Math.max(1, headers.get(header)?.length ?? 0)),
  );
}

function toKey(group: number, of: string | number): string {
  return JSON.stringify([group, of]);
}
