import {type Difference, isNumbering} from '../../../api/differences.js';
import {findCounterparts} from '../../../api/merge.js';
import {arrayOf, type Json, objectOf, sameJson, showJson} from '../../../json/json.js';
import {toIdKey} from '../../../plan/choices.js';
import type {Change} from '../../../plan/plan.js';
import type {ChangeLine} from './change-line.js';
import type {Shortening} from './shortening.js';

/** The numbers that groups and choices get although none is declared, in a line each. */
export function listRenumbered(
  {before = {}, body = {}, differences}: Change,
  shortening: Shortening,
): readonly ChangeLine[] {
  const isDeclared = (each: Difference) =>
    isNumbering(each) || (each.before === undefined && numberOf(each.after) !== undefined);
  const declared = new Set(differences.filter(isDeclared).map(({path}) => path.replace(/\.sort_order$/, '')));
  const added = new Set(differences.filter(each => (each.before ?? null) === null).map(({path}) => path));
  const isWithinAdded = (path: string) =>
    ['options', 'options.groups', path.replace(/\.options\[\d+\]$/, ''), path.replace(/\[\d+\]$/, '')].some(
      each => each !== path && added.has(each),
    );
  const [groups, groupsBefore] = [listOf(body['options'], 'groups'), listOf(before['options'], 'groups')];
  const withId = Map.groupBy(
    groupsBefore.flatMap(group => listOf(group, 'options')),
    choice => toIdKey(objectOf(choice)?.['id']),
  );
  const describe = (element: Json, was: Json | undefined, name: Json | undefined, path: string) => {
    const [now, numbered] = [numberOf(element), numberOf(was)];
    if (now === undefined || declared.has(path) || isWithinAdded(path) || sameJson(numbered, now)) return [];
    return [
      `${JSON.stringify(name ?? '')} ${numbered === undefined ? '(none)' : showJson(numbered)} -> ${showJson(now)}`,
    ];
  };
  const places = findCounterparts(groups, groupsBefore);
  const named = groups.flatMap((group, at) =>
    describe(group, groupsBefore[places[at] ?? -1], objectOf(group)?.['header'], `options.groups[${at}]`),
  );
  const choices = groups.flatMap((group, at) => {
    // A new group is shown whole.
    if (places[at] === undefined) return [];
    const [own, ownBefore] = [listOf(group, 'options'), listOf(groupsBefore[places[at]], 'options')];
    const ownPlaces = findCounterparts(own, ownBefore);
    return own.flatMap((choice, index) => {
      const {id, title} = objectOf(choice) ?? {};
      // It may come from another group; the ids of some APIs are unique within a group only.
      const [elsewhere, another] = id === undefined ? [] : (withId.get(toIdKey(id)) ?? []);
      const found = ownBefore[ownPlaces[index] ?? -1] ?? (another === undefined ? elsewhere : undefined);
      const isNew = id === undefined && objectOf(found)?.['id'] !== undefined;
      return describe(choice, isNew ? undefined : found, title, `options.groups[${at}].options[${index}]`);
    });
  });
  return Object.entries({groups: named, choices}).flatMap(([what, changed]): readonly ChangeLine[] =>
    changed.length === 0 ? [] : [{sign: '~', text: `sort_order of ${what}: ${shortening.value(changed.join(', '))}`}],
  );
}

function listOf(value: Json | undefined, member: string): readonly Json[] {
  return arrayOf(objectOf(value)?.[member]) ?? [];
}

function numberOf(element: Json | undefined): Json | undefined {
  return objectOf(element)?.['sort_order'];
}
