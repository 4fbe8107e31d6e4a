import {listFirst} from '../../../base/and-more.js';
import type {DetailView, Line, Span, Style} from '../../../output/view.js';
import {describeLoss} from '../../../plan/losses.js';
import {type Action, type Change, type Plan, showRemark} from '../../../plan/plan.js';
import {toPlanDocument} from '../../../plan/plan-document.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {describeIdentity} from '../runs/identify-tenant.js';
import type {ChangeLine} from './change-line.js';
import {listDetails, showShortDifference} from './plan-details.js';
import type {Shortening} from './shortening.js';
import {describeLossesAndOption, describeNamedLosses, summarizePlan} from './summarize-plan.js';

const signs: {readonly [action in Action]: {readonly sign: string; readonly style: Style}} = {
  create: {sign: '+', style: 'good'},
  update: {sign: '~', style: 'warn'},
  replace: {sign: '!', style: 'bad'},
  delete: {sign: '-', style: 'bad'},
};

const detailStyles: {readonly [sign in ChangeLine['sign']]?: Style} = {'+': 'good', '-': 'bad'};

/** Names a change: `+ create budget`. */
export function describeChange({action, name}: Pick<Change, 'action' | 'name'>): string {
  return `${signs[action].sign} ${action} ${name}`;
}

function describeProtected({reason}: Change): string {
  return `not replaced, because it is protected (${reason})`;
}

/** How many differences of a protected field are shown in one line. */
const maxDifferences = 10;

/** @param quote applied to each difference */
export function describeProtectedWithDifferences(change: Change, quote = (text: string) => text): string {
  const differences = change.differences.map(each => quote(showShortDifference(each)));
  return `${describeProtected(change)}; differences: ${listFirst(differences, maxDifferences)}`;
}

export function toDetailLine({sign, text}: ChangeLine): Line {
  const style = detailStyles[sign];
  const [indent = ''] = /^ *(?:- )?/.exec(text) ?? [];
  const mark = `${sign}${sign === '' ? '' : ' '}${indent}`;
  return {
    label: '',
    ...(mark === '' ? {} : {mark: {text: mark, style}}),
    value: [{text: text.slice(indent.length), style}],
  };
}

function toNoteLine(text: string, style: Style): Line {
  return {label: '', value: [{text, style}]};
}

export function nameChange({action, name, place}: Change): readonly Span[] {
  const where: readonly Span[] = place === undefined ? [] : [{text: `  ${place}`, style: 'dim'}];
  return [{text: name, style: signs[action].style}, ...where];
}

function toLine(change: Change, shortening: Shortening): Line {
  const {action} = change;
  return {
    label: `${signs[action].sign} ${action}`,
    value: nameChange(change),
    lines: () => [
      ...describeLoss(change).map(note => toNoteLine(note, 'bad')),
      ...listDetails(change, shortening).map(toDetailLine),
      ...change.notes.map(note => toNoteLine(note, 'dim')),
    ],
  };
}

export function listProblems({warnings, refusals}: Plan, hasAll = true): readonly Line[] {
  return [
    ...warnings.map(warning => ({label: 'warning', value: [{text: showRemark(warning), style: 'warn' as const}]})),
    ...(refusals.length > 1 || hasAll ? refusals : []).map(refusal => ({
      label: 'refused',
      value: [
        {text: `${showRemark(refusal)}.`, style: 'bad' as const},
        {text: ` ${refusal.hint}`, style: 'dim' as const},
      ],
    })),
  ];
}

const planDocument: Omit<DetailView<TenantPlan>, 'lines'> = {
  toValue: ({plan, meta}) => toPlanDocument(plan, meta),
  documented: ['id', 'summary', 'changes', 'kept', 'undeclared', 'refusals', 'warnings'],
};

/** The changes of a plan. */
export const toChangesView = (shortening: Shortening): DetailView<TenantPlan> => ({
  ...planDocument,
  lines: ({plan}) => [
    ...plan.changes.map(change => toLine(change, shortening)),
    ...plan.kept.map(({loss: _notLost, ...change}) => ({
      ...toLine({...change, action: 'update', body: {}, notes: [describeProtected(change)]}, shortening),
      label: '= keep',
    })),
  ],
});

/**
 * The summary of a plan: warnings, refusals, losses and counts.
 *
 * @param isOneOfMany whether losses are counted across several tenants
 * @param hasAll false to leave out a single refusal, which the error below it names
 */
export const toSummaryView = (isOneOfMany: boolean, hasAll = true): DetailView<TenantPlan> => ({
  ...planDocument,
  lines: ({plan, meta}) => {
    const expected = isOneOfMany ? describeNamedLosses(plan) : describeLossesAndOption(plan);
    return [
      ...listProblems(plan, hasAll),
      {label: 'tenant', value: [{text: describeIdentity(meta.tenant)}]},
      ...(expected === undefined ? [] : [{label: 'losses', value: [{text: expected, style: 'bad' as const}]}]),
      {label: 'plan', value: [{text: summarizePlan(plan), style: 'strong'}]},
    ];
  },
});

/** A plan, as `toChangesView` and `toSummaryView` show it. */
export const toPlanView = (shortening: Shortening, isOneOfMany = false): DetailView<TenantPlan> => ({
  ...planDocument,
  lines: (planned, settings) => [
    ...toChangesView(shortening).lines(planned, settings),
    ...toSummaryView(isOneOfMany).lines(planned, settings),
  ],
});
