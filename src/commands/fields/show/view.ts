import type {CustomField} from '../../../api/schemas.js';
import {cutEnd} from '../../../base/quote-start.js';
import {arrayOf, flagOf, isObject, type JsonObject} from '../../../json/json.js';
import {showValue} from '../../../output/value.js';
import {asSent, type Column, type TableView} from '../../../output/view.js';
import {fieldPaths} from '../../field-words.js';
import {showType} from './show-type.js';

export function isRequired(field: JsonObject): boolean {
  const validators = arrayOf(field['validators']) ?? [];
  return validators.some(validator => isObject(validator) && flagOf(validator['required']) === true);
}

export const fieldColumns: readonly Column<CustomField>[] = [
  {path: 'id', weight: 1.5, minWidth: 36},
  {path: 'name', weight: 5, minWidth: 16, isText: true},
  {path: 'type', weight: 2, minWidth: 10, isText: true, show: field => showType(field['type'])},
  {path: 'label', weight: 2, minWidth: 10, isText: true},
  {path: 'validators', title: 'required', weight: 1, show: field => (isRequired(field) ? 'yes' : '')},
  {path: 'description', minWidth: 32, isText: true},
];

export const fieldTable: TableView<CustomField> = {
  columnsSetting: 'columns.fields',
  columns: () => fieldColumns,
  documented: fieldPaths,
  toValue: asSent,
};

/** Names and labels are cut to this length, which is enough to recognize them. */
const maxNameLength = 60;

/** Names a field in a question or message: name, label and id, as far as known. */
export function describeField({id, name, label}: CustomField): string {
  const shown = [
    name === undefined ? '' : cutEnd(showValue(name), maxNameLength),
    label === undefined || label === null ? '' : `"${cutEnd(showValue(label), maxNameLength)}"`,
  ];
  const words = shown.filter(word => word !== '').join(' ');
  return words === '' ? showValue(id) : `${words} (${showValue(id)})`;
}
