import type {DetailView, Line, Span, Style} from '../../../output/view.js';
import {type Action, type Change, isLoss} from '../../../plan/plan.js';
import {toPlanDocument} from '../../../plan/plan-document.js';
import {describeIdentity} from './identify-tenant.js';
import {type DetailLine, listDetails} from './plan-details.js';
import type {TenantPlan} from './plan-tenant.js';
import {describeExpected, listLosses, summarizePlan} from './summarize-plan.js';

const signs: {readonly [action in Action]: {readonly sign: string; readonly style: Style}} = {
  create: {sign: '+', style: 'good'},
  update: {sign: '~', style: 'warn'},
  replace: {sign: '!', style: 'bad'},
  delete: {sign: '-', style: 'bad'},
};

const detailStyles: {readonly [sign in DetailLine['sign']]: Style | undefined} = {
  '+': 'good',
  '-': 'bad',
  '~': undefined,
  '': undefined,
};

/** Names a change: `+ create budget`. */
export function describeChange({action, name}: Pick<Change, 'action' | 'name'>): string {
  return `${signs[action].sign} ${action} ${name}`;
}

/** Separates the note on what a change loses from the others. */
export function splitNotes(change: Change): {readonly loss: readonly string[]; readonly others: readonly string[]} {
  const count = isLoss(change) ? 1 : 0;
  return {loss: change.notes.slice(0, count), others: change.notes.slice(count)};
}

export function describeKept({notes: [note = '']}: Change): string {
  return `protected, so nothing that is declared for it is applied: it ${note.split(';')[0] ?? ''}`;
}

function toDetailLine({sign, text}: DetailLine): Line {
  return {label: '', value: [{text: sign === '' ? text : `${sign} ${text}`, style: detailStyles[sign]}]};
}

function toNoteLine(text: string, style: Style): Line {
  return {label: '', value: [{text, style}]};
}

function toLine(change: Change, isShort: boolean): Line {
  const {action, name, place} = change;
  const where: readonly Span[] = place === undefined ? [] : [{text: `  ${place}`, style: 'dim'}];
  const {loss, others} = splitNotes(change);
  return {
    label: `${signs[action].sign} ${action}`,
    value: [{text: name, style: signs[action].style}, ...where],
    lines: [
      ...loss.map(note => toNoteLine(note, 'bad')),
      ...listDetails(change, isShort).map(toDetailLine),
      ...others.map(note => toNoteLine(note, 'dim')),
    ],
  };
}

/**
 * @param isShort cuts long lines
 * @param isOneOfMany whether losses are counted across several tenants
 */
export const toPlanView = (isShort: boolean, isOneOfMany = false): DetailView<TenantPlan> => ({
  lines: ({plan, meta}) => {
    const expected = isOneOfMany ? listLosses(plan) : describeExpected(plan);
    return [
      ...plan.changes.map(change => toLine(change, isShort)),
      ...plan.kept.map(change => ({
        ...toLine({...change, action: 'update', body: {}, notes: [describeKept(change)]}, isShort),
        label: '= keep',
      })),
      ...plan.warnings.map(warning => ({label: 'warning', value: [{text: warning, style: 'warn' as const}]})),
      ...plan.refusals.map(({message, hint}) => ({
        label: 'refused',
        value: [
          {text: `${message}.`, style: 'bad' as const},
          {text: ` ${hint}`, style: 'dim' as const},
        ],
      })),
      ...(plan.changes.length === 0 ? [] : [{label: 'tenant', value: [{text: describeIdentity(meta.tenant)}]}]),
      ...(expected === undefined ? [] : [{label: 'losses', value: [{text: expected, style: 'bad' as const}]}]),
      {label: 'plan', value: [{text: summarizePlan(plan), style: 'strong'}]},
    ];
  },
  toValue: ({plan, meta}) => toPlanDocument(plan, meta),
  documented: ['id', 'summary', 'changes', 'kept', 'undeclared', 'refusals', 'warnings'],
});
