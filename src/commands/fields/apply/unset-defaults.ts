import {listFirst} from '../../../base/and-more.js';
import type {Json} from '../../../json/json.js';
import {withCarriedOptions} from '../../../plan/carried-default.js';
import {listChoices} from '../../../plan/choices/choices.js';
import {hasDefaultChoice, titleOfDefault} from '../../../plan/choices/default-choice.js';
import type {Run} from '../../../plan/run.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {listFieldsBefore, listWritten} from './list-fields-before.js';
import type {RunState} from './write-change.js';

const maxNamed = 10;

/** Names the fields whose choices a run has written, perhaps without getting to set their default. */
export function describeUnsetDefaults(
  planned: TenantPlan,
  {made, replies}: Pick<RunState, 'made' | 'replies'>,
  resumed: Run | undefined,
): readonly string[] {
  const before = listFieldsBefore(planned, replies, resumed);
  const replaced = new Set(made.flatMap(({action, id}) => (action === 'replace' ? (id ?? []) : [])));
  const current = planned.current.filter(({id = ''}) => !replaced.has(id));
  const writes = resumed?.writes.filter(({state}) => state !== 'failed') ?? [];
  const written = listWritten(made, resumed && {...resumed, writes});
  const hasSent = (name: string, wanted: string) =>
    made.some(({name: other, body}) => other === name && setsDefault(body?.['options'], wanted));
  /** The default that the reply shows; without one, what was sent, or what was there before. */
  const isSet = (name: string, wanted: string) => {
    const [reply, earlier] = [[...replies.values()], current].map(
      fields => fields.find(field => field?.name === name)?.['options'],
    );
    if (hasDefaultChoice(reply)) return titleOfDefault(reply) === wanted;
    return hasSent(name, wanted) || (reply === undefined && titleOfDefault(earlier) === wanted);
  };
  const unset = planned.desired.fields.flatMap(field => {
    const {name} = field;
    const wanted = titleOfDefault(withCarriedOptions(field, before).members['options']);
    return wanted === undefined || !written.has(name) || isSet(name, wanted) ? [] : [JSON.stringify(name)];
  });
  const what = unset.length === 1 ? 'default choice' : 'default choices';
  return unset.length === 0 ? [] : [`${what} may not be set: ${listFirst(unset, maxNamed)}`];
}

/** True for options that were sent with that default, or with one whose title they do not show. */
function setsDefault(options: Json | undefined, title: string): boolean {
  return hasDefaultChoice(options) && (listChoices(options).length === 0 || titleOfDefault(options) === title);
}
