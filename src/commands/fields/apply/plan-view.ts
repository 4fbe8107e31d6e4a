import type {Json} from '../../../json/json.js';
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

const longestValue = 120;

function showSide(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** `label: "A" -> "B"` */
export function showDifference({path, before, after}: Difference): string {
  return `${path}: ${showSide(before)} -> ${showSide(after)}`;
}

/** The change in a few words: `+ create budget`. */
export function describeChange({action, name}: Pick<Change, 'action' | 'name'>): string {
  return `${signs[action].sign} ${action} ${name}`;
}

function toLine(change: Change): Line {
  const {action, name, id, place, differences, notes} = change;
  const where: readonly Span[] = [{text: place ?? id ?? '', style: 'dim'}];
  return {
    label: `${signs[action].sign} ${action}`,
    value: [{text: name, style: signs[action].style}, {text: '  '}, ...where],
    lines: [
      ...differences.map(difference => ({label: '', value: [{text: showDifference(difference)}]})),
      ...notes.map(note => ({label: '', value: [{text: note, style: 'dim' as const}]})),
    ],
  };
}

/** What would be lost: `2 fields would be deleted and 1 choice removed`. */
export function describeLosses({deleted, replaced, choices}: Losses): string {
  const parts = [
    ...(deleted > 0 ? [`${count(deleted, 'field')} would be deleted`] : []),
    ...(replaced > 0 ? [`${count(replaced, 'field')} would be replaced`] : []),
    ...(choices > 0 ? [`${count(choices, 'choice')} would be removed`] : []),
  ];
  return parts.length === 0 ? 'nothing would be deleted' : parts.join(' and ');
}

function count(things: number, noun: string): string {
  return `${things} ${noun}${things === 1 ? '' : 's'}`;
}

/** How many changes of each kind, in a sentence. */
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
