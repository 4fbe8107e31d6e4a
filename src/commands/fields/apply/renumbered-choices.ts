import {isNumbering} from '../../../api/differences.js';
import {sameJson, showJson} from '../../../json/json.js';
import {listChoices, toIdKey} from '../../../plan/choices.js';
import type {Change} from '../../../plan/plan.js';
import type {ChangeLine} from './change-line.js';
import type {Shortening} from './shortening.js';

/** The numbers that choices get because others were added or moved, in one line. */
export function listRenumbered(
  {before = {}, body = {}, differences}: Change,
  shortening: Shortening,
): readonly ChangeLine[] {
  const declared = new Set(differences.filter(isNumbering).map(({path}) => path));
  const byId = Map.groupBy(listChoices(before['options']), ({id}) => toIdKey(id));
  const changed = listChoices(body['options']).flatMap(({id, title, group, index, members: {sort_order: now}}) => {
    if (declared.has(`options.groups[${group}].options[${index}].sort_order`)) return [];
    // The ids of some APIs are unique within a group only.
    const [found, another] = id === undefined ? [] : (byId.get(toIdKey(id)) ?? []);
    const was = another ? undefined : found?.members['sort_order'];
    return was === undefined || now === undefined || sameJson(was, now)
      ? []
      : [`${JSON.stringify(title)} ${showJson(was)} -> ${showJson(now)}`];
  });
  return changed.length === 0
    ? []
    : [{sign: '~', text: `sort_order of choices: ${shortening.value(changed.join(', '))}`}];
}
