import type {JsonObject} from '../../../json/json.js';
import {adoptOptions} from '../../../plan/choices/adopt-options.js';
import {describeRemoval} from '../../../plan/choices/describe-lost-choices.js';

/** Names the choices that an update removes, because the values stored for them are lost; `undefined` if none are. */
export function describeRemovedChoices(
  {options}: JsonObject,
  field: JsonObject,
  verb: 'removed' | 'would remove' = 'removed',
): string | undefined {
  const lost = options === undefined ? [] : adoptOptions(options, field['options'], {isExact: true}).lost;
  return lost.length === 0 ? undefined : describeRemoval(verb, lost);
}
