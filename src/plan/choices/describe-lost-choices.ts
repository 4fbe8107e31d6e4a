import type {CustomField} from '../../api/schemas.js';
import type {Json, JsonObject} from '../../json/json.js';
import {type Choice, listChoices} from './choices.js';
import {isSameId} from './default-choice.js';

/** Says that choices go: `removes this choice and the values stored for it: "A"`. */
export function describeRemoval(verb: string, titles: readonly string[]): string {
  const choices =
    titles.length === 1 ? 'this choice and the values stored for it' : 'these choices and the values stored for them';
  return `${verb} ${choices}: ${quoteAll(titles)}`;
}

function quoteAll(titles: readonly Json[]): string {
  return titles.map(title => JSON.stringify(title)).join(', ');
}

/** Says which choices that have gone come back without their values. */
export function describeLostChoices(
  name: string,
  was: JsonObject,
  now: CustomField,
): readonly {readonly warning: string}[] {
  const gone = findGoneChoices(was['options'], now['options']);
  const titles = new Set(listChoices(now['options']).map(({title}) => title));
  const warn = (found: readonly Choice[], one: string, several: string) => {
    const named = quoteAll(found.map(({title, id}) => title || (id ?? null)));
    const what = found.length === 1 ? one : several;
    return found.length === 0 ? [] : [{warning: `${JSON.stringify(name)}: ${what}: ${named}`}];
  };
  return [
    ...warn(
      gone.filter(({title}) => !titles.has(title)),
      'this choice is recreated with a new id and without its stored values',
      'these choices are recreated with new ids and without their stored values',
    ),
    ...warn(
      gone.filter(({title}) => titles.has(title)),
      'this choice now has a different id, so values stored for the old id are not restored',
      'these choices now have different ids, so values stored for the old ids are not restored',
    ),
  ];
}

function findGoneChoices(was: Json | undefined, now: Json | undefined): readonly Choice[] {
  const [before, after] = [listChoices(was), listChoices(now)];
  return before.filter(({id, title, header}) => {
    const isSame = (choice: Choice) => isSameId(choice.id, id);
    // The ids of some APIs are unique within a group only.
    const [found, ...others] = after.filter(isSame);
    const isUnique = others.length === 0 && before.filter(isSame).length === 1;
    const isHere = (choice: Choice) => isSame(choice) && (choice.header === header || choice.title === title);
    const isThere = isUnique ? found !== undefined : after.some(isHere);
    return id !== undefined && !isThere;
  });
}
