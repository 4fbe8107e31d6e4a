import {
  arrayOf,
  flagOf,
  integerOf,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  stringOf,
} from '../../../json/json.js';
import {showValue} from '../../../output/value.js';
import {toLine, toLines} from '../../../output/value-lines.js';
import type {DetailView, Line} from '../../../output/view.js';
import {fieldMembers, fieldPaths} from '../../field-words.js';
import {showType} from './show-type.js';

export const fieldDetail: DetailView<JsonObject> = {
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
    const isRequired = flagOf(required) === true;
    const {size: bound, size_type, ...otherSizes} = objectOf(size) ?? {};
    const kind = stringOf(size_type);
    const label = kind && boundLabels.get(kind.toUpperCase());
    const isVacuous = isRequired && label === 'at least' && integerOf(bound) === 0;
    const sizes = kind === undefined || isVacuous ? '' : `${label ?? kind} ${showValue(bound)}`;
    // A size in a form that the reference does not show is shown as it is.
    const rest = kind === undefined && size !== undefined ? {...others, size} : {...others, ...otherSizes};
    return [isRequired ? 'required' : '', sizes, Object.keys(rest).length > 0 ? JSON.stringify(rest) : '']
      .filter(word => word !== '')
      .join(', ');
  });
  return {label: 'validators', value: [{text: words.join('; ')}]};
}

/** Shows each option by its title, followed by its other members. */
function toOptionsLine({groups, ...others}: JsonObject): Line {
  const list = arrayOf(groups);
  if (!list?.every(isObject) || !list.every(hasKnownForm)) return toLine('options', {...others, groups});
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

function hasKnownForm({header, options}: JsonObject): boolean {
  return typeof (header ?? '') === 'string' && isArray(options ?? []);
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
