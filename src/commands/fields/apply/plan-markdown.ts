import {andMore} from '../../../base/and-more.js';
import {toPrintable} from '../../../output/printable.js';
import {type Change, countLosses, describeLoss, isLoss, type Plan, showRemark, sumLosses} from '../../../plan/plan.js';
import type {Problem} from '../../../plan/problem.js';
import {type ChangeLine, listDetails} from './plan-details.js';
import {describeChange, describeKept} from './plan-view.js';
import {summarizePlan} from './summarize-plan.js';

/** GitHub allows 65,536 characters in a comment; the rest is for text around the plan. */
const maxCharacters = 60_000;
/** Characters reserved for the lines that count what is left out. */
const reserve = 300;
const fence = '`'.repeat(3);

/**
 * Text as a code span. Escaping is not enough: GitHub looks for mentions and references in the rendered page, but not in
 * code.
 */
function code(text: string): string {
  const printable = toPrintable(text);
  const longest = Math.max(0, ...Array.from(printable.matchAll(/`+/g), ([run]) => run.length));
  const delimiter = '`'.repeat(longest + 1);
  return `${delimiter} ${printable} ${delimiter}`;
}

/** Text as code within HTML. */
function htmlCode(text: string): string {
  const escaped = toPrintable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('`', '&#96;');
  return `<code>${escaped}</code>`;
}

/** Makes text safe for a fenced code block by replacing fences in it. */
function inFence(text: string): string {
  return toPrintable(text).replaceAll(fence, '\u2018\u2018\u2018');
}

/** A line of a diff, whose sign GitHub colors. */
function toDiffLine({sign, text}: ChangeLine): string {
  return `${sign || ' '}   ${inFence(text)}\n`;
}

/** Formats a change; `folded` has the lines that are too long in full, or is empty. */
function toSections(change: Change): {readonly summary: string; readonly folded: string} {
  const place = change.place === undefined ? '' : `  (${inFence(change.place)})`;
  const short = listDetails(change, true).map(toDiffLine);
  const toNotes = (notes: readonly string[]) => notes.map(note => toDiffLine({sign: '', text: note}));
  const long = listDetails(change, false)
    .map(toDiffLine)
    .filter((line, index) => line !== short[index]);
  const folded = `\n<details><summary>Long values of ${htmlCode(change.name)}</summary>\n\n${fence}\n${long.join('')}${fence}\n</details>\n`;
  return {
    summary: `${inFence(describeChange(change))}${place}\n${[...toNotes(describeLoss(change)), ...short, ...toNotes(change.notes)].join('')}`,
    folded: long.length === 0 ? '' : folded,
  };
}

function listRemarks({refusals, warnings, kept}: Plan): readonly string[] {
  return [
    ...refusals.map(refusal => `\n> **Refused:** ${code(`${showRemark(refusal)}. ${refusal.hint}`)}\n`),
    ...warnings.map(warning => `\n> **Warning:** ${code(showRemark(warning))}\n`),
    ...kept.map(change => `\n> **Protected:** ${code(change.name)}: ${describeKept(change)}\n`),
  ];
}

/** Returns the texts, from the first, that fit into `room` characters. */
function fit(texts: readonly string[], room: number): readonly string[] {
  let length = 0;
  const end = texts.findIndex(text => {
    length += text.length;
    return length > room;
  });
  return end < 0 ? texts : texts.slice(0, end);
}

/**
 * Formats a plan as a comment on a pull request: the summary, then losses, then other changes. What does not fit is
 * counted.
 *
 * @param plans how many plans share one comment
 */
export function toMarkdown(plan: Plan, tenant: string, plans = 1): string {
  const availableCharacters = maxCharacters / plans;
  const count = sumLosses(countLosses(plan.changes));
  const losses =
    count === 0 ? '' : `\n**Losses:** ${count}; without a terminal or with --yes, pass --expect-deletes ${count}\n`;
  const title = `### Custom fields of ${code(tenant)}\n\n${summarizePlan(plan)}\n${losses}`;
  const remarks = listRemarks(plan);
  const shownRemarks = fit(remarks, availableCharacters / 2);
  const head = [title, ...shownRemarks, countRest(remarks.length - shownRemarks.length, 'remark')].join('');
  const changes = [...plan.changes.filter(isLoss), ...plan.changes.filter(change => !isLoss(change))].map(toSections);
  const room = availableCharacters - reserve - head.length;
  const summaries = fit(
    changes.map(({summary}) => summary),
    room,
  );
  const body = summaries.length === 0 ? '' : `\n${fence}diff\n${summaries.join('')}${fence}\n`;
  const folded = fit(
    changes.slice(0, summaries.length).map(each => each.folded),
    room - body.length,
  );
  const left = room - body.length - folded.join('').length;
  return [
    head,
    body,
    ...folded,
    countRest(changes.length - summaries.length, 'change'),
    nameUndeclared(plan, left),
  ].join('');
}

/** Names the fields that are left alone, as far as `room` characters go. */
function nameUndeclared({undeclared}: Plan, room: number): string {
  if (undeclared.length === 0) return '';
  const names = fit(
    undeclared.map(name => `, ${code(name)}`),
    room,
  );
  const rest = undeclared.length - names.length;
  const listed = names.join('').slice(2);
  if (listed === '') return `\n${rest} not declared, left alone\n`;
  return `\nNot declared, left alone: ${listed}${andMore(rest)}\n`;
}

/** Formats the problems of files that cannot be planned, the first ones if there are many. */
export function toProblemMarkdown(problems: readonly Problem[]): string {
  const lines = problems.map(
    ({place, message}) => `> **Error:** ${code(place === '' ? message : `${place}: ${message}`)}\n>\n`,
  );
  const shown = fit(lines, maxCharacters - reserve);
  return ['### Custom fields\n\n', ...shown, countRest(lines.length - shown.length, 'error')].join('');
}

/** Formats a tenant that could not be planned. */
export function toFailureMarkdown(tenant: string, {message}: Error): string {
  return `### Custom fields of ${code(tenant)}\n\n> **Failed:** ${code(message)}\n`;
}

function countRest(rest: number, noun: string): string {
  return andMore(rest, '\n', ` ${noun}${rest === 1 ? '' : 's'}, not shown here\n`);
}
