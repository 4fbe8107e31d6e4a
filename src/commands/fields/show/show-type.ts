import {arrayOf, isObject, type Json, type JsonObject, objectOf, stringOf} from '../../../json/json.js';
import {primitiveWords} from '../../field-words.js';

/** Formats a CustomFieldType in the syntax of `parseType`; unknown types are shown unchanged. */
export function showType(type: Json | undefined): string {
  if (type === undefined || type === null) return '';
  if (!isObject(type)) return `unknown ${JSON.stringify(type)}`;
  // Some APIs spell kinds in lower case.
  const discriminator = stringOf(type['discriminator'])?.toUpperCase();
  const primitive = stringOf(type['primitive_type']);
  if (discriminator === 'SIMPLE' && primitive !== undefined)
    return isWord(primitive) ? primitive.toLowerCase() : `unknown ${JSON.stringify(primitive)}`;
  if (discriminator === 'ARRAY') return `array<${showType(objectOf(type['array'])?.['list_type']) || '?'}>`;
  if (discriminator === 'REF') return showReference(objectOf(type['ref']));
  return `unknown ${JSON.stringify(type['discriminator'] ?? primitive ?? type)}`;
}

function isWord(primitive: string): boolean {
  return primitiveWords.includes(primitive.toLowerCase());
}

function showReference(ref: JsonObject | undefined): string {
  const target = objectOf(ref?.['reference_type']);
  const fields = arrayOf(ref?.['fields'])?.flatMap(field => stringOf(field) ?? []) ?? [];
  const name = `${stringOf(target?.['category']) ?? '?'}/${stringOf(target?.['name']) ?? '?'}`;
  return `ref<${name}>${fields.length > 0 ? `(${fields.join(',')})` : ''}`;
}
