import {andMore, listFirst} from '../../../base/and-more.js';
import {countNouns} from '../../../base/count-nouns.js';
import {countLosses, describeLoss, isLoss} from '../../../plan/losses.js';
import {type Action, type Change, countChanges, type Plan, type Problem, showRemark} from '../../../plan/plan.js';
import {code, codeBlock, countRest, fit, fitEach, htmlCode, listNames, toBlockText} from './markdown-text.js';
import {type ChangeLine, listDetails} from './plan-details.js';
import {describeChange, describeKept} from './plan-view.js';
import {brief, whole} from './shortening.js';
import {askForOption, summarizePlan} from './summarize-plan.js';

/** GitHub allows 65,536 characters in a comment; the rest is for text around the plan. */
export const maxCharacters = 60_000;
/** Characters for the lines that count what is left out. */
const reserve = 300;
/** Where not all changes fit, one takes at most this many characters. */
const maxShortened = 2_000;

/** A line of a diff, whose sign GitHub colors. */
function toDiffLine({sign, text}: ChangeLine): string {
  return `${sign || ' '}   ${toBlockText(text)}\n`;
}

interface Section {
  readonly change: Change;
  readonly text: string;
  /** The lines that are too long in full; may be empty. */
  readonly folded: string;
}

/** @param maxLength for the text; what does not fit is counted */
function toSection(change: Change, maxLength = Number.POSITIVE_INFINITY): Section {
  const place = change.place === undefined ? '' : `  (${toBlockText(change.place)})`;
  const heading = `${toBlockText(describeChange(change))}${place}\n`;
  const short = listDetails(change, brief).map(toDiffLine);
  const toNotes = (notes: readonly string[]) => notes.map(note => toDiffLine({sign: '', text: note}));
  const lines = [...toNotes(describeLoss(change)), ...short, ...toNotes(change.notes)].map(line =>
    line.length > maxLength / 4 ? `${line.slice(0, maxLength / 4)}…\n` : line,
  );
  const shown = fit(lines, maxLength - heading.length);
  const rest = lines.length - shown.length;
  const long = listDetails(change, whole)
    .map(toDiffLine)
    .filter((line, index) => line !== short[index]);
  const folded = `\n<details><summary>Long values of ${htmlCode(change.name)}</summary>\n\n${codeBlock(long.join(''), 'diff')}</details>\n`;
  return {
    change,
    text: [
      heading,
      ...shown,
      ...(rest > 0 ? toNotes([`and ${countNouns(rest, 'more line')}, not shown here`]) : []),
    ].join(''),
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

/** Largest loss first. */
const order: readonly Action[] = ['delete', 'replace', 'update', 'create'];

function sortByLoss(changes: readonly Change[]): readonly Change[] {
  const rank = (change: Change) => (isLoss(change) ? order.indexOf(change.action) : order.length);
  return changes.toSorted((a, b) => rank(a) - rank(b));
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
  const title = `${toHeading(tenants)}\n\n${summarizePlan(plan)}\n${losses}`;
  const remarks = listRemarks(plan);
  const {shown: shownRemarks} = fitEach(remarks, text => text, room / 2);
  const head = [title, ...shownRemarks, countRest(remarks.length - shownRemarks.length, 'remark')].join('');
  const left = room - Math.min(reserve, room / 4) - head.length;
  const {body, rest} = listSections(sortByLoss(plan.changes), left);
  return [head, body, rest, listUndeclared(plan, left - body.length)].join('');
}

/** Formats the changes that fit into `room` characters, and counts the others. */
function listSections(changes: readonly Change[], room: number): {readonly body: string; readonly rest: string} {
  const whole = changes.map(change => toSection(change));
  const texts = whole.map(({text}) => text);
  const isWhole = fit(texts, room).length === texts.length;
  const sections = isWhole ? whole : changes.map(change => toSection(change, Math.min(maxShortened, room / 4)));
  // Losses that are not shown are named.
  const left = isWhole || !changes.some(isLoss) ? room : room * 0.9;
  const {shown, hidden} = fitEach(sections, ({text}) => text, left);
  const diff = shown.length === 0 ? '' : `\n${codeBlock(shown.map(({text}) => text).join(''), 'diff')}`;
  const folded = shown.flatMap(section => (section.folded === '' ? [] : section.folded));
  const folds = fitEach(folded, text => text, left - diff.length);
  const hiddenChanges = hidden.map(({change}) => change);
  return {
    body: [diff, ...folds.shown, nameLosses(hiddenChanges, room - left)].join(''),
    rest: [
      andMore(folds.hidden.length, '\n', ' with long values, which are cut here\n'),
      countRest(hidden.length, 'change', `: ${countActions(hiddenChanges)}`),
    ].join(''),
  };
}

function nameLosses(hidden: readonly Change[], room: number): string {
  const labels = {
    delete: 'Not shown, to be deleted',
    replace: 'Not shown, to be replaced',
    update: 'Not shown, losing choices',
    create: '',
  };
  return order
    .map(action => {
      const names = hidden.filter(change => isLoss(change) && change.action === action).map(({name}) => name);
      return listNames(labels[action], names, room / 3);
    })
    .join('');
}

/** `25 to delete, 1 to update`. */
function countActions(changes: readonly Change[]): string {
  const counts = countChanges(changes);
  return order.flatMap(action => (counts[action] > 0 ? [`${counts[action]} to ${action}`] : [])).join(', ');
}

/** Names the fields that are left alone, as far as `room` characters go. */
function listUndeclared({undeclared}: Plan, room: number): string {
  if (undeclared.length === 0) return '';
  const listed = listNames('Not declared, left alone', undeclared, room);
  return listed === '' ? `\n${undeclared.length} not declared, left alone\n` : listed;
}

/** Formats the problems of files that cannot be planned, the first ones if there are many. */
export function toProblemMarkdown(problems: readonly Problem[]): string {
  const lines = problems.map(problem => `> **Error:** ${code(showRemark(problem))}\n>\n`);
  const shown = fit(lines, maxCharacters - reserve);
  return ['### Custom fields\n\n', ...shown, countRest(lines.length - shown.length, 'error')].join('');
}

const maxNames = 500;

function toHeading(tenants: readonly string[]): string {
  return `### Custom fields of ${tenants.length > 1 ? 'each of ' : ''}${listFirst(tenants.map(code), maxNames)}`;
}

/** Formats tenants that could not be planned, all for the same reason. */
export function toFailureMarkdown(tenants: readonly string[], {message}: Error): string {
  return `${toHeading(tenants)}\n\n> **Failed:** ${code(message)}\n`;
}
