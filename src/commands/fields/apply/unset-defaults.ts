import {listFirst} from '../../../base/and-more.js';
import {type JsonObject, objectOf} from '../../../json/json.js';
import {withCarriedOptions} from '../../../plan/carried-default.js';
import {hasDefaultChoice, titleOfDefault} from '../../../plan/default-choice.js';
import type {Run} from '../../../plan/run.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {listFieldsBefore} from './list-fields-before.js';
import type {RunState} from './write-change.js';

const maxNamed = 10;

/** Names the fields whose choices a run has written without getting to set their default. */
export function describeUnsetDefaults(
  planned: TenantPlan,
  {made, replies}: Pick<RunState, 'made' | 'replies'>,
  resumed: Run | undefined,
): readonly string[] {
  const before = listFieldsBefore(planned, replies, resumed);
  const unset = made.flatMap(({action, id, name, body, before: old}) => {
    const sent = objectOf(body?.['options']);
    const field = planned.desired.fields.find(each => each.name === name);
    if (!sent || !field || hasDefaultChoice(sent)) return [];
    const wanted = titleOfDefault(withCarriedOptions(field, before).members['options']);
    const reply = action === 'update' ? (replies.get(id) ?? old) : findReply(replies, name);
    return wanted === undefined || titleOfDefault(reply?.['options']) === wanted ? [] : [JSON.stringify(name)];
  });
  const what = unset.length === 1 ? 'default choice' : 'default choices';
  return unset.length === 0 ? [] : [`${what} not set: ${listFirst(unset, maxNamed)}`];
}

function findReply(replies: RunState['replies'], name: string): JsonObject | undefined {
  return replies.values().find(reply => reply?.name === name);
}
