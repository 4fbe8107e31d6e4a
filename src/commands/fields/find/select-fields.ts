import type {Page} from '../../../api/page.js';
import {type RowSelection, selectRows, toSearchText} from '../../../app/select-rows.js';
import {containsWords, simplify} from '../../../base/contains-words.js';
import {didYouMean} from '../../../base/near-names.js';
import {type Message, toText} from '../../../base/suggest-command.js';
import {type JsonObject, objectOf} from '../../../json/json.js';
import type {TableView} from '../../../output/view.js';
import {primitiveWords} from '../../field-words.js';
import {showType} from '../show/show-type.js';
import {isRequired} from '../show/view.js';

interface SelectOptions extends Pick<RowSelection<JsonObject>, 'sort' | 'limit'> {
  readonly type?: string | undefined;
  readonly required?: true | undefined;
}

export function selectFields(
  view: TableView<JsonObject>,
  pages: AsyncIterable<Page<JsonObject>>,
  words: readonly string[],
  {type, required, sort, limit}: SelectOptions,
  signal: AbortSignal,
): AsyncGenerator<Page<JsonObject>> {
  const matches = (field: JsonObject) =>
    matchesWords(field, words) && (type === undefined || hasType(field, type)) && (!required || isRequired(field));
  return selectRows(view, pages, {matches, sort, limit, signal});
}

/** True if a field contains the words in its name, label, description, type or choices. */
export function matchesWords(field: JsonObject, words: readonly string[]): boolean {
  return containsWords(textOf(field), words);
}

function textOf(field: JsonObject): string {
  const {name, label, description, options} = field;
  return [
    toSearchText({name, label, description}),
    showType(field['type']),
    toSearchText(objectOf(options)?.['groups']),
  ].join('\n');
}

/** True for a whole type, such as array<phone>, and for a word of it, such as array, phone or CRM/Contact. */
function hasType(field: JsonObject, wanted: string): boolean {
  const shown = showType(field['type']);
  const inner = shown.replace(/\([^)]*\)/g, '');
  const words = [shown, inner, ...inner.split(/[<>\s]+/), ...inner.split(/[<>\s/]+/)];
  const raw = toSearchText({...objectOf(field['type']), array: null, ref: null}).split('\n');
  return [...words, ...raw].some(word => word !== '' && simplify(word) === simplify(wanted));
}

const typeWords: readonly string[] = [...primitiveWords, 'array', 'ref'];

/** Adds what may have been meant by a type that nobody knows; a tenant may have others than the reference. */
export function withTypes(empty: Message, type: string | undefined): Message {
  if (type === undefined || typeWords.includes(type.toLowerCase())) return empty;
  const hint = didYouMean(type, typeWords) ?? `Types in the API reference: ${typeWords.join(', ')}.`;
  return suggest => `${toText(empty, suggest)}. ${hint}`;
}
