import {type Json, showJson} from '../json/json.js';
import {type AdoptedOptions, adoptOptions} from './adopt-options.js';
import {describeUnknownDefault} from './default-choice.js';
import type {FieldMatch} from './match-fields.js';
import type {Remark} from './plan.js';

/** Says of a removed choice that its id is declared for another title. */
export function describeDoubtful({id, from, to}: AdoptedOptions['doubtful'][number]): string {
  return `the choice ${JSON.stringify(from)} would be removed: the input gives its id, ${JSON.stringify(id)}, to ${JSON.stringify(to)}, which is the title of another choice`;
}

export const adviseOnDoubtful =
  'To reuse the title of another choice, rename one choice per apply, the last one first. To match by title alone, omit the ids.';

const adviseOnShared = 'to keep its values, rename it on each tenant first; a choice has a different id on each';

function adviseOnRename(id: Json | undefined): string {
  const toDo = id === undefined ? 'declare its id' : `add its id to the new choice: ${showJson(id)}`;
  return `to rename it and keep its values, ${toDo}`;
}

/**
 * Warns of removed choices that may be renames, of ids declared for another choice's title, and of defaults that match
 * no choice; `withoutDefault` has the fields that declare these.
 */
export function warnOfChoices(matches: readonly FieldMatch[]): {
  readonly warnings: readonly Remark[];
  readonly withoutDefault: readonly string[];
} {
  const withoutDefault: string[] = [];
  const warnings = matches.flatMap(({desired: {name, members, isExact, isShared, where}, current}) => {
    if (isExact || members['options'] === undefined) return [];
    const {renamed, doubtful, adoptedDefault} = adoptOptions(members['options'], current?.['options']);
    const {unknownId} = adoptedDefault;
    if (unknownId !== undefined) withoutDefault.push(name);
    return [
      ...renamed.map(
        ({from, to, id}) =>
          `the choice ${JSON.stringify(from)} would be removed and ${JSON.stringify(to)} added in its place; ${isShared ? adviseOnShared : adviseOnRename(id)}`,
      ),
      ...(unknownId === undefined ? [] : [describeUnknownDefault(unknownId)]),
      ...doubtful.map(each => `${describeDoubtful(each)}. ${adviseOnDoubtful}`),
    ].map(message => ({place: where(), message: `${JSON.stringify(name)}: ${message}`}));
  });
  return {warnings, withoutDefault};
}
