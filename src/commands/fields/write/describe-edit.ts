import type {CustomField} from '../../../api/schemas.js';
import type {JsonObject} from '../../../json/json.js';
import {findChanged, showDifference} from '../show/describe-changes.js';
import {describeField} from '../show/view.js';
import {describeRemovedChoices} from './removed-choices.js';

/** Describes the changes and losses of an update, one line each; none if it would change nothing. */
export function describeEdit(field: CustomField, body: JsonObject, isOneOfMany: boolean): readonly string[] {
  const lines = Object.entries(body)
    .flatMap(([member, value]) => findChanged(field[member], value, member))
    .map(showDifference);
  if (lines.length === 0) return lines;
  const lost = describeRemovedChoices(body, field, 'would remove');
  const shown = lost === undefined ? lines : [...lines, `! ${lost}`];
  return isOneOfMany ? [describeField(field), ...shown.map(line => `  ${line}`)] : shown;
}
