import {isNumbering} from '../../../api/differences.js';
import {findCounterparts} from '../../../api/merge.js';
import {arrayOf, type Json, objectOf, sameJson, showJson} from '../../../json/json.js';
import {listChoices, toIdKey} from '../../../plan/choices.js';
import type {Change} from '../../../plan/plan.js';
import type {ChangeLine} from './change-line.js';
import type {Shortening} from './shortening.js';

/** The numbers that groups and choices get because others were added or moved, in a line each. */
export function listRenumbered(
  {before = {}, body = {}, differences}: Change,
  shortening: Shortening,
): readonly ChangeLine[] {
  const declared = new Set(differences.filter(isNumbering).map(({path}) => path));
  const byId = Map.groupBy(listChoices(before['options']), ({id}) => toIdKey(id));
  const choices = listChoices(body['options']).flatMap(({id, title, group, index, members: {sort_order: now}}) => {
    if (declared.has(`options.groups[${group}].options[${index}].sort_order`)) return [];
    // The ids of some APIs are unique within a group only.
    const [found, another] = id === undefined ? [] : (byId.get(toIdKey(id)) ?? []);
    return another ? [] : describeNumber(JSON.stringify(title), found?.members['sort_order'], now);
  });
  const [groups, groupsBefore] = [body, before].map(field => arrayOf(objectOf(field['options'])?.['groups']) ?? []);
  const places = findCounterparts(groups ?? [], groupsBefore ?? []);
  const headers = (groups ?? []).flatMap((group, index) => {
    if (declared.has(`options.groups[${index}].sort_order`)) return [];
    const was = objectOf(groupsBefore?.[places[index] ?? -1])?.['sort_order'];
    const {header, sort_order: now} = objectOf(group) ?? {};
    return describeNumber(header === undefined ? `group ${index + 1}` : JSON.stringify(header), was, now);
  });
  return Object.entries({groups: headers, choices}).flatMap(([what, changed]): readonly ChangeLine[] =>
    changed.length === 0 ? [] : [{sign: '~', text: `sort_order of ${what}: ${shortening.value(changed.join(', '))}`}],
  );
}

function describeNumber(name: string, was: Json | undefined, now: Json | undefined): readonly string[] {
  if (was === undefined || now === undefined || sameJson(was, now)) return [];
  return [`${name} ${showJson(was)} -> ${showJson(now)}`];
}
