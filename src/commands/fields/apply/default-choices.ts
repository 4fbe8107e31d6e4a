import {type Difference, isOmission} from '../../../api/differences.js';
import {mergeObjects} from '../../../api/merge.js';
import type {ApiContext} from '../../../app/api-context.js';
import {type JsonObject, objectOf, stringOf} from '../../../json/json.js';
import {adoptOptions} from '../../../plan/adopt-options.js';
import {hasDefaultChoice, isSameId} from '../../../plan/default-choice.js';
import type {DesiredField} from '../../../plan/desired-field.js';
import {pickDocumented} from '../../../plan/documented.js';
import type {Run, WriteState} from '../../../plan/journal.js';
import {bodyOf} from '../../../plan/list-run-writes.js';
import {listChoices} from '../../../plan/match-choices.js';
import type {Change} from '../../../plan/plan.js';
import type {TenantPlan} from './plan-tenant.js';
import {readBack} from './verify.js';

/** Adds the options that a replacement carries over from the old field to its declaration. */
function withCarriedOptions(field: DesiredField, replaced: readonly JsonObject[]): DesiredField {
  const old = replaced.find(({name}) => name === field.name);
  // An API sets what the reference does not name itself.
  const before = old && objectOf(pickDocumented(old).field['options']);
  const declared = field.members['options'];
  if (!before || field.isExact || declared === null) return field;
  const adopted = adoptOptions(declared ?? {}, before);
  // The declared default is a new choice.
  if (adopted.adoptedDefault.newTitle !== undefined) return field;
  const options = mergeObjects(objectOf(adopted.options) ?? {}, before, ['options']);
  const hasDefault = listChoices(options).some(({id}) => isSameId(id, options['default_option_id']));
  return hasDefault ? {...field, members: {...field.members, options}} : field;
}

/**
 * Plans the updates that make new choices the default. The tenant assigns their ids, so this takes a second request.
 *
 * @param created ids of the fields that the run has created
 * @param resumed the run to resume, which may have deleted fields that it replaces; `undefined` for a new run
 */
export async function findDefaultChoices(
  context: ApiContext,
  planned: TenantPlan,
  created: readonly string[],
  resumed: Run | undefined,
): Promise<readonly Change[]> {
  const {changes} = planned.plan;
  const createdBefore = new Set(resumed?.writes.flatMap(({action, name}) => (action === 'create' ? [name] : [])));
  const isNew = ({name}: JsonObject) =>
    createdBefore.has(stringOf(name) ?? '') ||
    changes.some(change => change.name === name && change.action === 'create');
  const replaced = [
    ...changes.flatMap(({action, before}) => (action === 'replace' && before ? [before] : [])),
    ...planned.unfinished.map(({before}) => before),
    ...(resumed?.before.filter(isNew) ?? []),
  ];
  const hasSentOptions = (write: WriteState) => resumed && bodyOf(resumed.plan.changes, write)['options'] !== undefined;
  const written = new Set([
    ...createdBefore,
    ...(resumed?.writes.filter(hasSentOptions).map(({name}) => name) ?? []),
    ...changes.flatMap(({name, body}) => (body?.['options'] === undefined ? [] : [name])),
  ]);
  const fields = planned.desired.fields.map(field => withCarriedOptions(field, replaced));
  if (!fields.some(field => hasDefaultChoice(field.members['options']) && written.has(field.name))) return [];
  const setsDefault = ({path}: Difference) => path === 'options.default_option_id';
  // Anything else somebody has changed since, such as a choice that would be removed with its values.
  const isHarmless = (difference: Difference) =>
    setsDefault(difference) ||
    isOmission(difference) ||
    difference.order === true ||
    (difference.path.startsWith('options.') &&
      (difference.before === undefined || /\.(?:id|sort_order)$/.test(difference.path)));
  const isDefault = ({action, name, differences, lostChoices = []}: Change) =>
    action === 'update' &&
    written.has(name) &&
    lostChoices.length === 0 &&
    differences.some(setsDefault) &&
    differences.every(isHarmless);
  const {plan} = await readBack(
    context,
    {...planned, desired: {...planned.desired, fields}},
    {
      created,
      // Once the list shows the new choices, all else is as declared.
      isDone: ({changes}) =>
        changes.every(
          ({name, differences}) =>
            !written.has(name) || differences.every(each => setsDefault(each) || isOmission(each)),
        ),
    },
  );
  return plan.changes.filter(isDefault).map(change => ({
    ...change,
    // The plan also has lists that the API keeps in its own order; they are not sent.
    body: {options: change.body?.['options']},
    setsDefault: true,
  }));
}
