import type {Json, JsonObject} from '../../../json/json.js';
import type {DetailView, Line, Span, Style} from '../../../output/view.js';
import type {Difference} from '../../../plan/differences.js';
import {type Action, type Change, countChanges, countLosses, type Losses, type Plan} from '../../../plan/plan.js';
import {toPlanDocument} from '../../../plan/plan-document.js';
import type {TenantPlan} from './plan-tenant.js';

const signs: {readonly [action in Action]: {readonly sign: string; readonly style: Style}} = {
  create: {sign: '+', style: 'good'},
  update: {sign: '~', style: 'warn'},
  replace: {sign: '!', style: 'bad'},
  delete: {sign: '-', style: 'bad'},
};

const maxValueLength = 120;

/** Formats a value for a line of text, truncated; JSON output has it in full. */
function showValue(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

/** Formats a difference: `label: "A" -> "B"`. */
export function showDifference({path, before, after}: Difference): string {
  return `${path}: ${showValue(before)} -> ${showValue(after)}`;
}

/** Names a change: `+ create budget`. */
export function describeChange({action, name}: Pick<Change, 'action' | 'name'>): string {
  return `${signs[action].sign} ${action} ${name}`;
}

/** Returns a line for each difference, and for each member of a field that is created, replaced or deleted. */
export function listDetails(change: Change, show = showValue): readonly string[] {
  const {action, id, differences, body = {}, before = {}} = change;
  return [
    ...(id !== undefined && (action === 'replace' || action === 'delete') ? [`id: ${id}`] : []),
    ...differences.map(({path, before: from, after}) => `${path}: ${show(from)} -> ${show(after)}`),
    ...(action === 'create' ? listMembers(body, show) : []),
    ...(action === 'replace' ? ['recreates it with', ...listMembers(body, show).map(line => `  ${line}`)] : []),
    ...(action === 'delete' ? listMembers(before, show) : []),
  ];
}

function listMembers(members: JsonObject, show: (value: Json | undefined) => string): readonly string[] {
  return Object.entries(members).flatMap(([member, value]) =>
    member === 'name' || member === 'id' ? [] : [`${member}: ${show(value)}`],
  );
}

function toLine(change: Change): Line {
  const {action, name, place, notes} = change;
  const where: readonly Span[] = place === undefined ? [] : [{text: `  ${place}`, style: 'dim'}];
  return {
    label: `${signs[action].sign} ${action}`,
    value: [{text: name, style: signs[action].style}, ...where],
    lines: [
      ...listDetails(change).map(text => ({label: '', value: [{text}]})),
      ...notes.map(note => ({label: '', value: [{text: note, style: 'dim' as const}]})),
    ],
  };
}

/** Formats losses: `2 fields would be deleted and 1 choice would be removed`. */
export function describeLosses({deleted, replaced, choices}: Losses): string {
  const parts = [
    ...(deleted > 0 ? [`${count(deleted, 'field')} would be deleted`] : []),
    ...(replaced > 0 ? [`${count(replaced, 'field')} would be replaced`] : []),
    ...(choices > 0 ? [`${count(choices, 'choice')} would be removed`] : []),
  ];
  return parts.length === 0 ? 'nothing would be deleted' : parts.join(' and ');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Returns the number of changes of each kind, in one line. */
export function summarizePlan({changes, unchanged, undeclared, kept}: Plan): string {
  const counts = countChanges(changes);
  const {choices} = countLosses(changes);
  const parts = [
    ...(changes.length === 0
      ? ['no changes']
      : [
          `${counts.create} to create, ${counts.update} to update, ${counts.replace} to replace, ${counts.delete} to delete`,
        ]),
    ...(choices > 0 ? [`${count(choices, 'choice')} to remove`] : []),
    `${unchanged} as declared`,
    ...(undeclared.length > 0 ? [`${undeclared.length} not declared, left alone`] : []),
    ...(kept.length > 0 ? [`${kept.length} protected, left alone`] : []),
  ];
  return parts.join('; ');
}

export const planDetail: DetailView<TenantPlan> = {
  lines: ({plan}) => [
    ...plan.changes.map(toLine),
    ...plan.kept.map(({name, action}) => ({
      label: `= keep`,
      value: [{text: name}, {text: `  protected: it would have to be ${action}d`, style: 'dim' as const}],
    })),
    ...plan.refusals.map(({message, hint}) => ({
      label: 'refused',
      value: [
        {text: `${message}.`, style: 'bad' as const},
        {text: ` ${hint}`, style: 'dim' as const},
      ],
    })),
    {label: 'plan', value: [{text: summarizePlan(plan), style: 'strong'}]},
  ],
  toValue: ({plan, meta}) => toPlanDocument(plan, meta),
  documented: ['id', 'summary', 'changes', 'kept', 'undeclared', 'refusals', 'warnings'],
};
