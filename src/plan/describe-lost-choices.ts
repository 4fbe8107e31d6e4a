import type {CustomField} from '../api/schemas.js';
import type {Json, JsonObject} from '../json/json.js';
import {listChoices} from './choices.js';
import {listIds} from './revert-members.js';

/** Says which choices that have gone come back without their values. */
export function describeLostChoices(
  name: string,
  was: JsonObject,
  now: CustomField,
): readonly {readonly warning: string}[] {
  const gone = findGoneChoices(was['options'], now['options']);
  const titles = new Set(listChoices(now['options']).map(({title}) => title));
  const warn = (found: readonly string[], what: string) =>
    found.length === 0 ? [] : [{warning: `${JSON.stringify(name)}: ${what}: ${found.join(', ')}`}];
  return [
    ...warn(
      gone.filter(title => !titles.has(title)),
      'these choices are recreated with new ids and without their stored values',
    ),
    ...warn(
      gone.filter(title => titles.has(title)),
      'these choices now have different ids, so values stored for the old ids are not restored',
    ),
  ];
}

function findGoneChoices(was: Json | undefined, now: Json | undefined): readonly string[] {
  const ids = new Set(listIds(now ?? null));
  return listChoices(was).flatMap(({id, title}) =>
    id === undefined || ids.has(JSON.stringify(id)) ? [] : title || JSON.stringify(id),
  );
}
