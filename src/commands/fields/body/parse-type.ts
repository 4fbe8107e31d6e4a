import {UsageError} from '../../../base/errors.js';
import {didYouMean} from '../../../base/near-names.js';
import {quoteStart} from '../../../base/quote-start.js';
import {type JsonObject} from '../../../json/json.js';
import {maxDepth} from '../../../json/limits.js';
import {adviseCapitals, isSentAsIs, primitiveWords} from '../../field-words.js';

const forms = `${primitiveWords.join(', ')}, array<TYPE>, or ref<CATEGORY/NAME>(field,field)`;

/**
 * Parses a CustomFieldType (2.2): `decimal`, `array<array<phone>>`, `ref<CRM/Contact>(name,email)`. Words in capitals
 * are sent as is, because the reference lists only the values seen. It shows no primitive type for references; REF is
 * sent, by analogy with ARRAY.
 *
 * @throws UsageError for an unknown type
 */
export function parseType(words: string, depth = 0): JsonObject {
  if (depth > maxDepth)
    throw new UsageError(`the type is nested too deeply (limit: ${maxDepth} levels)`, `Use ${forms}.`);
  const text = words.trim();
  const array = /^array<(.*)>$/is.exec(text)?.[1];
  if (array !== undefined)
    return {discriminator: 'ARRAY', primitive_type: 'ARRAY', array: {list_type: parseType(array, depth + 1)}};
  const ref = /^ref<\s*([^/<>]+?)\s*\/\s*([^<>]+?)\s*>\s*(?:\(([^()]*)\))?$/i.exec(text);
  if (ref) {
    const [, category = '', name = '', fields] = ref;
    const names = (fields ?? '').split(',').map(field => field.trim());
    if (fields !== undefined && fields.trim() !== '' && names.includes(''))
      throw new UsageError(`the type ${JSON.stringify(text)} has an empty field name`, `Use ${forms}.`);
    return {
      discriminator: 'REF',
      primitive_type: 'REF',
      ref: {reference_type: {category, name}, fields: fields === undefined || fields.trim() === '' ? [] : names},
    };
  }
  if (primitiveWords.includes(text.toLowerCase())) return {discriminator: 'SIMPLE', primitive_type: text.toUpperCase()};
  if (isSentAsIs(text)) return {discriminator: 'SIMPLE', primitive_type: text};
  const hint = didYouMean(text, [...primitiveWords, 'array<phone>']) ?? `Use ${forms}.`;
  throw new UsageError(`unknown type ${quoteStart(text)}`, `${hint}${adviseCapitals(text, 'type')}`);
}
