import {toPrintable} from '../../../output/printable.js';
import {type Change, isLoss, type Plan} from '../../../plan/plan.js';
import {describeChange, listDetails, summarizePlan} from './plan-view.js';

/** A comment may have 65,536 characters; the rest is left for what others write around the plan. */
const maxCharacters = 60_000;
/** For the lines that count what is left out. */
const reserve = 200;
/** Longer values are folded. */
const longestValue = 120;
const fence = '`'.repeat(3);

/**
 * Text as a code span. Escapes would not do: GitHub looks for mentions and references in the rendered page, but not in
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

/** Text inside a fence, which nothing in it can close. */
function inFence(text: string): string {
  return toPrintable(text).replaceAll(fence, '\u2018\u2018\u2018');
}

function showWhole(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** One change, and apart from it the values that are too long for a line. */
function toSections(change: Change): {readonly summary: string; readonly folded: string} {
  const details = [...listDetails(change, showWhole), ...change.notes];
  const place = change.place === undefined ? '' : `  (${inFence(change.place)})`;
  const cut = (line: string) => (line.length > longestValue ? `${line.slice(0, longestValue)}…` : line);
  const lines = details.map(line => `  ${inFence(cut(line))}\n`).join('');
  const long = details.filter(line => line.length > longestValue).map(line => `${inFence(line)}\n`);
  const folded = `\n<details><summary>Long values of ${htmlCode(change.name)}</summary>\n\n${fence}\n${long.join('')}${fence}\n</details>\n`;
  return {
    summary: `${inFence(describeChange(change))}${place}\n${lines}`,
    folded: long.length === 0 ? '' : folded,
  };
}

/** What is known about a plan beside its changes. */
function listRemarks({refusals, warnings, kept, undeclared}: Plan): readonly string[] {
  return [
    ...refusals.map(({message, hint}) => `\n> **Refused:** ${code(`${message}. ${hint}`)}\n`),
    ...warnings.map(warning => `\n> **Warning:** ${code(warning)}\n`),
    ...kept.map(({name, action}) => `\n> **Protected:** ${code(name)} would have to be ${action}d\n`),
    ...(undeclared.length > 0 ? [`\nNot declared, left alone: ${undeclared.map(code).join(', ')}\n`] : []),
  ];
}

/** As many of the texts as there is room for. */
function fit(texts: readonly string[], room: number): readonly string[] {
  let length = 0;
  const end = texts.findIndex(text => {
    length += text.length;
    return length > room;
  });
  return end < 0 ? texts : texts.slice(0, end);
}

/** The plan for a pull request: the summary first, then what destroys, then the rest; bounded, with a count of what is left out. */
export function toMarkdown(plan: Plan, tenant: string): string {
  const title = `### Custom fields of ${code(tenant)}\n\n${summarizePlan(plan)}\n`;
  const remarks = listRemarks(plan);
  const shownRemarks = fit(remarks, maxCharacters / 2);
  const head = [title, ...shownRemarks, countRest(remarks.length - shownRemarks.length, 'remarks')].join('');
  const changes = [...plan.changes.filter(isLoss), ...plan.changes.filter(change => !isLoss(change))].map(toSections);
  const room = maxCharacters - reserve - head.length;
  const summaries = fit(
    changes.map(({summary}) => summary),
    room,
  );
  const body = summaries.length === 0 ? '' : `\n${fence}diff\n${summaries.join('')}${fence}\n`;
  const folded = fit(
    changes.slice(0, summaries.length).map(each => each.folded),
    room - body.length,
  );
  return [head, body, ...folded, countRest(changes.length - summaries.length, 'changes')].join('');
}

function countRest(rest: number, noun: string): string {
  return rest > 0 ? `\nand ${rest} more ${noun}, not shown here\n` : '';
}
