import {listFirst} from '../../../base/and-more.js';
import {countLosses} from '../../../plan/losses.js';
import {type Plan, type Remark, showRemark} from '../../../plan/plan.js';
import {listSections, sortByLoss} from './markdown-sections.js';
import {code, countRest, fit, fitEach, listNames} from './markdown-text.js';
import {describeProtectedWithDifferences} from './plan-view.js';
import {askForOption, summarizePlan} from './summarize-plan.js';

/** GitHub allows 65,536 characters in a comment; the rest is for text around the plan. */
export const maxCharacters = 60_000;
/** Characters for the lines that count what is left out. */
const reserve = 300;

function listRemarks({refusals, warnings, kept}: Plan): readonly string[] {
  return [
    ...refusals.map(refusal => `\n> **Refused:** ${code(`${showRemark(refusal)}. ${refusal.hint}`)}\n`),
    ...warnings.map(warning => `\n> **Warning:** ${code(showRemark(warning))}\n`),
    ...kept.map(
      change => `\n> **Protected:** ${code(change.name)} is ${describeProtectedWithDifferences(change, code)}\n`,
    ),
  ];
}

export interface MarkdownOptions {
  /** How many characters the text may have. */
  readonly room?: number;
  /** True for one of several plans in a comment, which are applied together. */
  readonly isOneOfMany?: boolean;
}

/**
 * Formats a plan as a comment on a pull request: the summary, then losses, then other changes. What does not fit is
 * counted.
 */
export function toMarkdown(
  plan: Plan,
  tenants: readonly string[],
  {room = maxCharacters, isOneOfMany = false}: MarkdownOptions = {},
): string {
  const count = countLosses(plan.changes).total;
  const losses = count === 0 ? '' : `\n**Losses:** ${count}${isOneOfMany ? '' : `; ${askForOption(count)}`}\n`;
  const title = `${toHeading(tenants)}${tenants.length > 1 ? ' (same plan)' : ''}\n\n${summarizePlan(plan, false)}\n${losses}`;
  const remarks = listRemarks(plan);
  const {shown: shownRemarks} = fitEach(remarks, text => text, room / 2);
  const head = [title, ...shownRemarks, countRest(remarks.length - shownRemarks.length, 'remark')].join('');
  const left = room - Math.min(reserve, room / 4) - head.length;
  const {body, rest} = listSections(sortByLoss(plan.changes), left);
  return [head, body, rest, listUndeclared(plan, left - body.length)].join('');
}

/** Names the fields that are left alone, as far as `room` characters go. */
function listUndeclared({undeclared}: Plan, room: number): string {
  if (undeclared.length === 0) return '';
  const listed = listNames('Not declared, left alone', undeclared, room);
  return listed === '' ? `\n${undeclared.length} not declared, left alone\n` : listed;
}

/** Formats the problems of files that cannot be planned, the first ones if there are many. */
export function toProblemMarkdown(problems: readonly Remark[]): string {
  const lines = problems.map(problem => `> **Error:** ${code(showRemark(problem))}\n>\n`);
  const shown = fit(lines, maxCharacters - reserve);
  return ['### Custom fields\n\n', ...shown, countRest(lines.length - shown.length, 'error')].join('');
}

const maxNames = 500;

function toHeading(tenants: readonly string[]): string {
  return `### Custom fields${tenants.length === 0 ? '' : ` of ${listFirst(tenants.map(code), maxNames)}`}`;
}

/** Formats tenants that could not be planned, all for the same reason. */
export function toFailureMarkdown(tenants: readonly string[], {message}: Error): string {
  return `${toHeading(tenants)}\n\n> **Failed:** ${code(message)}\n`;
}
