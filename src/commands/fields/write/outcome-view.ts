import type {Page} from '../../../api/page.js';
import {type CustomField, writeOnlyMembers} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {JsonObject} from '../../../json/json.js';
import {showValue} from '../../../output/value.js';
import {toLine} from '../../../output/value-lines.js';
import type {DetailView, Line, TableView} from '../../../output/view.js';
import {fieldPaths} from '../../field-words.js';
import {findChanged, quotePair} from '../show/describe-changes.js';
import {fieldDetail, toMemberLine} from '../show/detail-view.js';
import {fieldColumns} from '../show/view.js';
import type {FieldOutcome} from './field-write.js';

/** For people, the outcome of each write; for machines, the fields. */
export const fieldOutcomeTable: TableView<FieldOutcome> = {
  columns: () => [
    {path: 'outcome', weight: 5, show: ({outcome}) => outcome},
    ...fieldColumns.map(({show, path, ...column}) => ({
      ...column,
      path,
      show: ({field}: FieldOutcome) => (show ? show(field) : showValue(field[path])),
    })),
  ],
  documented: fieldPaths,
  toValue: ({field}) => field,
  toPicked: ({outcome, field}) => ({outcome, ...field}),
};

export const deletionTable: TableView<FieldOutcome> = {
  columns: outcomes => [
    {path: 'outcome', weight: 5, show: ({outcome}) => outcome},
    ...['id', 'name', 'label']
      .filter(path => outcomes.some(({field}) => field[path] !== undefined))
      .map(path => ({path, weight: 4, minWidth: 16, show: ({field}: FieldOutcome) => showValue(field[path])})),
  ],
  documented: ['id', 'name', 'label', 'deleted'],
  toValue: ({field: {id, name}}) => ({id, ...(name === undefined ? {} : {name}), deleted: true}),
  toPicked: ({outcome, field}) => ({outcome, deleted: true, ...field}),
};

/** For people, what a write changed; for machines, the field. */
const outcomeDetail: DetailView<FieldOutcome> = {
  lines: ({outcome, field, sent, before}, context) => [
    {label: 'outcome', value: [{text: outcome, style: 'good'}]},
    ...(sent === undefined ? fieldDetail.lines(field, context) : toChangedLines(field, sent, before)),
  ],
  toValue: ({field}) => field,
  toPicked: ({outcome, field}) => ({outcome, ...field}),
  documented: fieldPaths,
};

/** Shows outcomes as a list, or the only one in full. */
export function showOutcomes(
  context: ApiContext,
  pages: AsyncIterable<Page<FieldOutcome>>,
  isList: boolean,
  table = fieldOutcomeTable,
): Promise<void> {
  return isList ? context.showResults(table, pages) : context.showOnly(outcomeDetail, pages);
}

/** Which field was updated, and the old and new value of each member that was sent. */
function toChangedLines(field: CustomField, sent: JsonObject, before: CustomField | undefined): readonly Line[] {
  const identity = ['id', 'name'].flatMap(member =>
    field[member] === undefined ? [] : [toMemberLine(member, field[member])],
  );
  const changed = Object.entries(sent).flatMap(([member, value]): readonly Line[] => {
    if (writeOnlyMembers.has(member)) return [toLine(member, value)];
    if (!before) return [toMemberLine(member, field[member])];
    return findChanged(before[member], field[member], member).map((difference): Line => {
      const [from, to] = quotePair(difference.before, difference.after);
      return {label: difference.label, value: [{text: from, style: 'dim'}, {text: ' -> '}, {text: to}]};
    });
  });
  return [...identity, ...changed];
}
