import * as fc from 'fast-check';
import type {Json, JsonObject} from '../../src/json/json.js';
import {isObject, objectsOf, textOf, without} from './exact-json.js';

/** How the declaration of a field differs from the field on the server. */
export interface Edit {
  readonly place: 'both' | 'tenant only' | 'file only';
  readonly type: 'same' | 'absent' | 'changed';
  readonly label: TextEdit;
  readonly description: TextEdit;
  readonly helper_text: TextEdit;
  readonly default_value: 'absent' | 'same' | 'in part' | 'changed';
  readonly validators: 'absent' | 'same' | 'changed';
  readonly display_options: 'absent' | 'same' | 'in part' | 'changed';
  readonly options: 'absent' | 'same' | 'in part' | 'changed';
  readonly choices: readonly ChoiceEdit[];
  /** Whether the members that no response shows are declared. */
  readonly writeOnly: boolean;
}
type TextEdit = 'absent' | 'same' | 'changed';
export type ChoiceEdit = 'remove' | 'rename' | 'reorder' | 'add' | 'rename group' | 'subtitle';

const textEdit = fc.constantFrom<TextEdit[]>('absent', 'same', 'changed');

export const edits: fc.Arbitrary<Edit> = fc.record({
  place: fc.oneof(
    {weight: 3, arbitrary: fc.constant('both' as const)},
    {weight: 2, arbitrary: fc.constantFrom('file only', 'tenant only')},
  ),
  type: fc.oneof(
    {weight: 9, arbitrary: fc.constantFrom('same', 'absent')},
    {weight: 1, arbitrary: fc.constant('changed' as const)},
  ),
  label: textEdit,
  description: textEdit,
  helper_text: textEdit,
  default_value: fc.constantFrom('absent', 'same', 'in part', 'changed'),
  validators: fc.constantFrom('absent', 'same', 'changed'),
  display_options: fc.constantFrom('absent', 'same', 'in part', 'changed'),
  options: fc.constantFrom('absent', 'same', 'in part', 'changed'),
  choices: fc.subarray<ChoiceEdit>(['remove', 'rename', 'reorder', 'add', 'rename group', 'subtitle']),
  writeOnly: fc.boolean(),
});

function editChoices(group: JsonObject, edits: readonly ChoiceEdit[]): JsonObject {
  let choices = objectsOf(group['options']);
  if (edits.includes('subtitle')) choices = choices.map(choice => ({...choice, subtitle: 'New subtitle'}));
  if (edits.includes('rename'))
    choices = choices.map((choice, index) =>
      index === 0 ? {...choice, title: `${textOf(choice['title'])} new`} : choice,
    );
  if (edits.includes('reorder')) choices = choices.toReversed();
  if (edits.includes('remove') && choices.length > 1) choices = choices.slice(0, -1);
  if (edits.includes('add')) choices = [...choices, {title: 'Added choice'}];
  // A header is not given to one of several groups without: nobody could tell which.
  const isRenamed = edits.includes('rename group') && group['header'] !== undefined;
  const header = isRenamed ? `${textOf(group['header'])} new` : group['header'];
  return {...group, ...(header === undefined ? {} : {header}), options: choices};
}

function editOptions(options: JsonObject, how: Edit['options'], edits: readonly ChoiceEdit[]): JsonObject {
  // The default is named by an id, which a file that somebody wrote does not know.
  const known = without(options, 'default_option_id');
  if (how === 'same') return known;
  if (how === 'in part')
    return {
      ...known,
      groups: objectsOf(known['groups']).map(group => ({
        ...group,
        options: objectsOf(group['options']).map(choice => without(choice, 'subtitle')),
      })),
    };
  // Two groups that are renamed at once could not be told apart by anybody.
  const others = edits.filter(edit => edit !== 'rename group');
  return {
    ...known,
    groups: objectsOf(known['groups']).map((group, index) => editChoices(group, index === 0 ? edits : others)),
  };
}

function editDisplay(display: JsonObject, how: Edit['display_options']): JsonObject {
  if (how === 'same') return display;
  const {type = 'DEFAULT'} = display;
  return how === 'in part' ? {type} : {type, hidden: display['hidden'] !== true};
}

function editValue(value: JsonObject, how: Edit['default_value']): JsonObject {
  if (how === 'same') return value;
  const amount = value['amount'] === 7 ? 8 : 7;
  return how === 'in part' ? without(value, 'unit') : {...value, amount};
}

function editValidators(list: Json, how: Edit['validators']): Json {
  if (how === 'same') return list;
  return objectsOf(list).length > 1
    ? objectsOf(list).slice(1)
    : [{required: true, size: {size: 100, size_type: 'MAX'}}];
}

/** What a file declares for a field that the server has. */
export function declare(field: JsonObject, edit: Edit): JsonObject {
  const {name = '', type = {}, default_value, display_options, options, validators} = field;
  const text = (member: 'label' | 'description' | 'helper_text'): JsonObject => {
    const value = field[member];
    if (edit[member] === 'changed') return {[member]: `New ${member}`};
    return edit[member] === 'same' && value !== undefined ? {[member]: value} : {};
  };
  const otherType = {
    discriminator: 'SIMPLE',
    primitive_type: isObject(type) && type['primitive_type'] === 'PHONE' ? 'SEMVER' : 'PHONE',
  };
  return {
    name,
    ...(edit.type === 'same' ? {type} : {}),
    ...(edit.type === 'changed' ? {type: otherType} : {}),
    ...text('label'),
    ...text('description'),
    ...text('helper_text'),
    ...(edit.default_value !== 'absent' && isObject(default_value)
      ? {default_value: editValue(default_value, edit.default_value)}
      : {}),
    ...(edit.validators === 'absent' ? {} : {validators: editValidators(validators ?? [], edit.validators)}),
    ...(edit.display_options !== 'absent' && isObject(display_options)
      ? {display_options: editDisplay(display_options, edit.display_options)}
      : {}),
    ...(edit.options !== 'absent' && isObject(options)
      ? {options: editOptions(options, edit.options, edit.choices)}
      : {}),
    ...(edit.writeOnly ? {hint: 'A hint', example_value: {amount: 3}} : {}),
  };
}
