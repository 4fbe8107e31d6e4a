import type {Page} from '../../api/page.js';
import type {SortOrder} from '../../app/parse-sort.js';
import {containsWords, listTexts, selectRows} from '../../app/select-rows.js';
import {type JsonObject, objectOf} from '../../json/json.js';
import type {TableView} from '../../output/view.js';
import {showType} from './show-type.js';
import {isRequired} from './view.js';

interface SelectOptions {
  readonly type?: string | undefined;
  readonly required?: true | undefined;
  readonly sort?: SortOrder | undefined;
  readonly limit?: number | undefined;
}

/** The fields that contain the words in their name, label, description, type or choices, and have the type that is asked for. */
export function selectFields(
  view: TableView<JsonObject>,
  pages: AsyncIterable<Page<JsonObject>>,
  words: readonly string[],
  {type, required, sort, limit}: SelectOptions,
): AsyncGenerator<Page<JsonObject>> {
  const matches = (field: JsonObject) =>
    containsWords(textOf(field), words) &&
    (type === undefined || containsWords(typeTextOf(field), [type])) &&
    (!required || isRequired(field));
  return selectRows(view, pages, {matches, sort, limit});
}

function textOf(field: JsonObject): string {
  const {name, label, description, options} = field;
  return [
    listTexts({name, label, description}),
    showType(field['type']),
    listTexts(objectOf(options)?.['groups']),
  ].join('\n');
}

function typeTextOf(field: JsonObject): string {
  const type = objectOf(field['type']);
  return [showType(field['type']), listTexts({...type, array: null, ref: null})].join('\n');
}
