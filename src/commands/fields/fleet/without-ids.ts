import type {Difference} from '../../../api/differences.js';
import {isArray, isObject, type Json, type JsonObject, objectOf} from '../../../json/json.js';
import {mapMembers} from '../../../json/map-members.js';
import {listChoices} from '../../../plan/choices/choices.js';
import {isSameId} from '../../../plan/choices/default-choice.js';
import type {Change, Plan} from '../../../plan/plan.js';

/**
 * Returns a plan to show without the ids that an API gives, which differ between tenants that are alike otherwise. Ids
 * that are sent stay.
 */
export function withoutIds(plan: Plan): Plan {
  return {...plan, changes: plan.changes.map(stripChange), kept: plan.kept.map(stripChange)};
}

/** What a tenant shows, with its ids and without. */
interface Shown<Item> {
  readonly profile: string;
  readonly own: Item;
  readonly shared: Item;
}

/** Groups what several tenants show alike, but for ids. Ids that differ are left out. */
export function groupAlike<Item>(shown: readonly Shown<Item>[], toText: (item: Item) => string) {
  return [...Map.groupBy(shown, ({shared}) => toText(shared)).values()].flatMap(same => {
    const isSame = new Set(same.map(({own}) => toText(own))).size === 1;
    const names = same.map(({profile}) => profile);
    return same.slice(0, 1).map(({own, shared}) => ({item: isSame ? own : shared, names}));
  });
}

/** Members with elements that have ids. Within others, `id` may be part of a value. */
const withIds = /^(?:options|validators)\b/;

/** Shown by the title of the choice, which has another id in each tenant. */
const defaultPath = 'options.default_option_id';

/** In place of an id that is replaced. */
const someId = '…';

function stripChange({id: _id, body, before, differences, ...change}: Change): Change {
  const choices = [before, body].flatMap(field => listChoices(field?.['options']));
  const toTitle = (value: Json | undefined) => choices.find(({id}) => isSameId(id, value))?.members['title'] ?? value;
  return {
    ...change,
    // A new field has only the ids that were declared.
    ...(body ? {body: change.action === 'create' ? body : stripField(body)} : {}),
    ...(before ? {before: stripField(before)} : {}),
    differences: differences.flatMap(each =>
      each.path === defaultPath
        ? [{...each, before: toTitle(each.before), after: toTitle(each.after)}]
        : stripDifference(each),
    ),
  };
}

function stripDifference(difference: Difference): readonly Difference[] {
  const {path, before, after} = difference;
  if (!withIds.test(path)) return [difference];
  // A choice that is kept is sent with the id that it has in the tenant.
  if (!path.endsWith('.id'))
    return [{...difference, before: strip(before), after: path.startsWith('options') ? strip(after) : after}];
  return after === undefined ? [] : [{...difference, before: before === undefined ? undefined : someId}];
}

function stripField({id: _id, ...members}: JsonObject): JsonObject {
  const options = objectOf(members['options']);
  const choice = listChoices(options).find(({id}) => isSameId(id, options?.['default_option_id']));
  const named = choice ? {...options, default_option_id: choice.members['title']} : members['options'];
  return mapMembers(members, (member, value) =>
    withIds.test(member) ? strip(member === 'options' ? named : value) : value,
  );
}

function strip(value: Json | undefined): Json | undefined {
  if (isArray(value)) return value.map(each => strip(each) ?? null);
  if (!isObject(value)) return value;
  const {id: _id, ...members} = value;
  return mapMembers(members, (_member, inner) => strip(inner));
}
