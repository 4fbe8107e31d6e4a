import {findDifferences, isNumbering} from '../../../api/differences.js';
import {arrayOf, type Json, objectOf, showJson} from '../../../json/json.js';
import {sameJson} from '../../../json/same-json.js';
import {listChoices, toIdKey} from '../../../plan/choices/choices.js';
import type {Change} from '../../../plan/plan.js';
import type {ChangeLine} from './change-line.js';
import type {Shortening} from './shortening.js';

/** The numbers that groups and choices get although none is declared, in a line each. */
export function listRenumbered(
  {before = {}, body = {}, differences}: Change,
  shortening: Shortening,
): readonly ChangeLine[] {
  const declared = differences.filter(each => isNumbering(each) || sortOrderOf(each.after) !== undefined);
  const shown = new Set(declared.map(({path}) => path));
  const choicesBefore = Map.groupBy(listChoices(before['options']), ({id}) => toIdKey(id));
  const found = findDifferences(before['options'], body['options'], {path: ['options']}).flatMap(each => {
    const [, place = '', groupIndex, choiceIndex] =
      /^(options\.groups\[(\d+)\](?:\.options\[(\d+)\])?)(?:\.sort_order)?$/.exec(each.path) ?? [];
    const isAdded = each.path === place;
    const now = isAdded ? sortOrderOf(each.after) : each.after;
    if (groupIndex === undefined || now === undefined || shown.has(each.path) || shown.has(place)) return [];
    const group = objectOf(arrayOf(objectOf(body['options'])?.['groups'])?.[Number(groupIndex)]);
    const {id, title} = objectOf(arrayOf(group?.['options'])?.[Number(choiceIndex)]) ?? {};
    // It may come from another group; the ids of some APIs are unique within a group only.
    const [source, otherSource] = id === undefined ? [] : (choicesBefore.get(toIdKey(id)) ?? []);
    const was = isAdded ? sortOrderOf(otherSource === undefined ? source?.element : undefined) : each.before;
    if (was !== undefined && sameJson(was, now)) return [];
    const name = choiceIndex === undefined ? group?.['header'] : title;
    const text = `${JSON.stringify(name ?? '')} ${was === undefined ? '(none)' : showJson(was)} -> ${showJson(now)}`;
    return [{what: choiceIndex === undefined ? 'groups' : 'choices', text}];
  });
  const byKind = Map.groupBy(found, ({what}) => what);
  return ['groups', 'choices'].flatMap((what): readonly ChangeLine[] => {
    const texts = byKind.get(what)?.map(({text}) => text);
    return texts ? [{sign: '~', text: `sort_order of ${what}: ${shortening.value(texts.join(', '))}`}] : [];
  });
}

function sortOrderOf(element: Json | undefined): Json | undefined {
  return objectOf(element)?.['sort_order'];
}
