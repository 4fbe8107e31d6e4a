import {createSuggester, type Target, toText} from '../../../base/suggest-command.js';
import {toPrintable} from '../../../output/printable.js';
import {type Change, describeLoss, isLoss, type Plan} from '../../../plan/plan.js';
import type {Problem} from '../../../plan/problem.js';
import {listDetails} from './plan-details.js';
import {describeKept} from './plan-view.js';
import {summarizePlan} from './summarize-plan.js';

/** Escapes the message of a GitHub Actions workflow command. */
function escapeMessage(text: string): string {
  const lines = text.split('\n').map(toPrintable);
  return lines.join('\n').replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function annotate(
  level: 'notice' | 'warning' | 'error',
  place: string | undefined,
  message: string,
  title?: string,
): string {
  const [, file, line, column] = /^(.*?)(?::(\d+))?(?::(\d+))?$/s.exec(place ?? '') ?? [];
  const properties = [
    ...(file ? [`file=${escapeProperty(file)}`] : []),
    ...(line ? [`line=${line}`] : []),
    ...(column ? [`col=${column}`] : []),
    ...(title === undefined ? [] : [`title=${escapeProperty(title)}`]),
  ].join(',');
  return `::${level}${properties === '' ? '' : ` ${properties}`}::${escapeMessage(message)}\n`;
}

/** Formats problems in the files as annotations of their lines. */
export function annotateProblems(problems: readonly Problem[], target: Target): string {
  const suggest = createSuggester(target);
  return problems
    .map(({place, message, hint}) =>
      annotate('error', place, hint === undefined ? message : `${message}. ${toText(hint, suggest)}`),
    )
    .join('');
}

/** Formats a plan as annotations, the most important first, because GitHub shows only ten of each level. */
export function toAnnotations(plan: Plan, tenant?: string): string {
  const withTenant = (message: string) => (tenant === undefined ? message : `${tenant}: ${message}`);
  const annotateChange = (change: Change) =>
    annotate(
      isLoss(change) ? 'warning' : 'notice',
      change.place,
      describeDetails(change),
      withTenant(`${change.action} ${change.name}`),
    );
  const isRefused = ({place}: Change) => place !== undefined && plan.refusals.some(refusal => refusal.place === place);
  return [
    ...plan.refusals.map(({place, message, hint}) => annotate('error', place, withTenant(`${message}. ${hint}`))),
    ...plan.changes.filter(change => isLoss(change) && !isRefused(change)).map(annotateChange),
    ...plan.warnings.map(({place, message}) => annotate('warning', place, withTenant(message))),
    ...plan.kept.map(change =>
      annotate('warning', change.place, describeKept(change), withTenant(`keep ${change.name}`)),
    ),
    annotate('notice', undefined, withTenant(summarizePlan(plan))),
    ...plan.changes.filter(change => !isLoss(change)).map(annotateChange),
  ].join('');
}

/** Formats a tenant that could not be planned. */
export function annotateFailure(tenant: string, {message}: Error): string {
  return annotate('error', undefined, `${tenant}: ${message}`);
}

function describeDetails(change: Change): string {
  const lines = listDetails(change, true).map(({sign, text}) => (sign === '' ? text : `${sign} ${text}`));
  return [...describeLoss(change), ...lines, ...change.notes].join('\n');
}
