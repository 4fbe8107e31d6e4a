import type {CustomField} from '../../api/schemas.js';
import {arrayOf, isObject, type Json, type JsonObject, objectOf, stringOf} from '../../json/json.js';
import {showValue} from '../../output/value.js';
import {toLine, toLines} from '../../output/value-lines.js';
import {asSent, type Column, type DetailView, type Line, type TableView} from '../../output/view.js';
import {fieldMembers, fieldPaths} from '../field-words.js';
import {showType} from './show-type.js';
import type {FieldOutcome} from './write/field-write.js';

export function isRequired(field: JsonObject): boolean {
  const validators = arrayOf(field['validators']) ?? [];
  return validators.some(validator => isObject(validator) && validator['required'] === true);
}

const columns: readonly Column<CustomField>[] = [
  {path: 'id', weight: 1.5, minWidth: 36},
  {path: 'name', weight: 5, minWidth: 16, isText: true},
  {path: 'type', weight: 2, minWidth: 10, isText: true, show: field => showType(field['type'])},
  {path: 'label', weight: 2, minWidth: 10, isText: true},
  {path: 'validators', title: 'required', weight: 1, show: field => (isRequired(field) ? 'yes' : '')},
  {path: 'description', weight: 0, minWidth: 12, isText: true},
];

export const fieldTable: TableView<CustomField> = {
  noun: 'custom fields',
  columnsSetting: 'columns.fields',
  columns: () => columns,
  documented: fieldPaths,
  toValue: asSent,
};

/** For people, the outcome of each write; for machines, the fields. */
export const fieldOutcomeTable: TableView<FieldOutcome> = {
  noun: 'custom fields',
  columns: () => [
    {path: 'outcome', weight: 5, show: ({outcome}) => outcome},
    ...columns.map(({show, path, ...column}) => ({
      ...column,
      path,
      show: ({field}: FieldOutcome) => (show ? show(field) : showValue(field[path])),
    })),
  ],
  documented: fieldPaths,
  toValue: ({field}) => field,
  toPicked: ({outcome, field}) => ({outcome, ...field}),
};

/** Deleted fields, with what was known about them. */
export const deletionTable: TableView<CustomField> = {
  noun: 'custom fields',
  columns: fields => [
    {path: 'outcome', weight: 5, show: () => 'deleted'},
    ...['id', 'name', 'label']
      .filter(path => fields.some(field => field[path] !== undefined))
      .map(path => ({path, weight: 4, minWidth: 16, show: (field: CustomField) => showValue(field[path])})),
  ],
  documented: ['id', 'name', 'label', 'deleted'],
  toValue: ({id, name}) => ({id, ...(name === undefined ? {} : {name}), deleted: true}),
  toPicked: field => ({outcome: 'deleted', deleted: true, ...field}),
};

/** Truncates text to 60 characters, which are enough to recognize it. */
function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length > 60 ? `${characters.slice(0, 57).join('')}...` : text;
}

/** Names a field in a question or message: name, label and id, as far as known. */
export function describeField({id, name, label}: CustomField): string {
  const shown = [
    name === undefined ? '' : shorten(showValue(name)),
    label === undefined || label === null ? '' : `"${shorten(showValue(label))}"`,
  ];
  const words = shown.filter(word => word !== '').join(' ');
  return words === '' ? showValue(id) : `${words} (${showValue(id)})`;
}

export const fieldDetail: DetailView<CustomField> = {
  lines: field => [
    ...fieldMembers.flatMap(member => (Object.hasOwn(field, member) ? [toMemberLine(member, field[member])] : [])),
    ...toLines(field, fieldMembers),
  ],
  toValue: field => field,
  documented: fieldPaths,
};

const boundLabels = new Map([
  ['MIN', 'at least'],
  ['MAX', 'at most'],
]);

/** Shows a member of a field in full. */
export function toMemberLine(member: string, value: Json | undefined): Line {
  if (member === 'type') return {label: 'type', value: [{text: showType(value)}]};
  if (member === 'name') return {label: 'name', value: [{text: showValue(value), style: 'strong'}]};
  if (member === 'validators') return toValidatorsLine(value);
  return member === 'options' && isObject(value) ? toOptionsLine(value) : toLine(member, value);
}

function toValidatorsLine(value: Json | undefined): Line {
  const list = arrayOf(value);
  if (!list || list.length === 0 || !list.every(isObject)) return toLine('validators', value);
  const words = list.map(({required, size, ...others}) => {
    const {size: bound, size_type, ...otherSizes} = objectOf(size) ?? {};
    const kind = stringOf(size_type);
    const isVacuous = required === true && kind === 'MIN' && bound === 0;
    const sizes = kind === undefined || isVacuous ? '' : `${boundLabels.get(kind) ?? kind} ${showValue(bound)}`;
    const rest = {...others, ...otherSizes};
    return [required === true ? 'required' : '', sizes, Object.keys(rest).length > 0 ? JSON.stringify(rest) : '']
      .filter(word => word !== '')
      .join(', ');
  });
  return {label: 'validators', value: [{text: words.join('; ')}]};
}

/** Shows each option by its title, followed by its other members. */
function toOptionsLine({groups, ...others}: JsonObject): Line {
  const list = arrayOf(groups);
  if (!list?.every(isObject)) return toLine('options', {...others, groups});
  return {
    label: 'options',
    lines: [
      ...toLines(others),
      ...list.map(({header, options, sort_order: _order, ...rest}, index) => ({
        label: stringOf(header) ?? `group ${index + 1}`,
        lines: [...toLines(rest), ...(arrayOf(options) ?? []).map(toOptionLine)],
      })),
    ],
  };
}

function toOptionLine(option: Json, index: number): Line {
  if (!isObject(option)) return toLine(String(index + 1), option);
  const {id, title, subtitle, sort_order: _order, ...rest} = option;
  const more = [subtitle, ...(Object.keys(rest).length > 0 ? [JSON.stringify(rest)] : [])].filter(
    part => part !== undefined && part !== null,
  );
  return {
    label: showValue(title) || String(index + 1),
    value: [
      {text: more.map(showValue).join(' ')},
      {text: id === undefined ? '' : `${more.length > 0 ? '  ' : ''}${showValue(id)}`, style: 'dim'},
    ],
  };
}
