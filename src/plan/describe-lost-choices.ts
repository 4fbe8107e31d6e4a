import type {CustomField} from '../api/schemas.js';
import type {Json, JsonObject} from '../json/json.js';
import {type Choice, listChoices} from './choices.js';
import {isSameId} from './default-choice.js';

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
  const [before, after] = [listChoices(was), listChoices(now)];
  return before.flatMap(({id, title, header}) => {
    const isSame = (choice: Choice) => isSameId(choice.id, id);
    // The ids of some APIs are unique within a group only.
    const [found, ...others] = after.filter(isSame);
    const isUnique = others.length === 0 && before.filter(isSame).length === 1;
    const isHere = (choice: Choice) => isSame(choice) && (choice.header === header || choice.title === title);
    const isThere = isUnique ? found !== undefined : after.some(isHere);
    return id === undefined || isThere ? [] : title || JSON.stringify(id);
  });
}
