import {existsSync, realpathSync} from 'node:fs';
import {isAbsolute, relative, resolve, sep} from 'node:path';
import type {CommandContext} from '../../../app/command-context.js';
import {andMore} from '../../../base/and-more.js';
import {countNouns} from '../../../base/count-nouns.js';
import {GuardError} from '../../../base/errors.js';
import {cutEnd} from '../../../base/quote-start.js';
import {toPrintable} from '../../../output/printable.js';
import {describeLoss, isLoss} from '../../../plan/losses.js';
import {type Change, type Plan, parseRemark, type Remark} from '../../../plan/plan.js';
import {fit} from './markdown-text.js';
import {nameTenants} from './name-tenants.js';
import {listDetails} from './plan-details.js';
import {describeProtectedWithDifferences} from './plan-view.js';
import {excerpts} from './shortening.js';

/** Escapes the message of a GitHub Actions workflow command. */
function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').split('\n').map(toPrintable).join('%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A remark on a plan, shown as a workflow command. */
export interface Annotation {
  readonly level: 'notice' | 'warning' | 'error';
  /** The subject; the most important are shown first. */
  readonly rank: keyof typeof ranks;
  readonly message: string;
  readonly title?: string | undefined;
  /** `FILE:LINE:COLUMN`. */
  readonly place?: string | undefined;
  /** The names of the tenants that it is about, if it is about some of several. */
  readonly tenants?: readonly string[] | undefined;
}

/** GitHub cuts longer messages off. */
const maxMessageLength = 4_096;
/** Characters for the number of lines that are left out. */
const reserve = 40;
/** Of a line in a message that is too long. */
const maxLineLength = 1_000;

const ranks = {
  error: 0,
  losses: 1,
  delete: 2,
  replace: 3,
  update: 4,
  remark: 5,
  summary: 6,
  change: 7,
  addition: 8,
} as const;

/** Shows annotations, the most important first, because GitHub shows only ten of each level. */
export function showAnnotations(
  {env, showCommands}: Pick<CommandContext, 'env' | 'showCommands'>,
  annotations: readonly Annotation[],
): Promise<void> {
  const sorted = annotations.toSorted((a, b) => ranks[a.rank] - ranks[b.rank]);
  return showCommands(sorted.map(annotation => formatAnnotation(annotation, env['GITHUB_WORKSPACE'])).join(''));
}

function followLinks(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** @param repository its directory, which paths in annotations start at */
function toRepositoryPath(file: string, repository: string | undefined): string {
  if (!repository) return file;
  const path = relative(followLinks(repository), followLinks(resolve(file)));
  return path.split(sep)[0] === '..' || isAbsolute(path) ? file : path;
}

function formatAnnotation(annotation: Annotation, repository: string | undefined): string {
  const {level, place} = annotation;
  const {title, message} = nameTheirTenants(annotation);
  const [, file, line, column] = /^(.*?)(?::(\d+))?(?::(\d+))?$/s.exec(place ?? '') ?? [];
  const properties = [
    ...(file ? [`file=${escapeProperty(toRepositoryPath(file, repository))}`] : []),
    ...(line ? [`line=${line}`] : []),
    ...(column ? [`col=${column}`] : []),
    ...(title === undefined ? [] : [`title=${escapeProperty(title)}`]),
  ].join(',');
  // GitHub shows no annotation without a message.
  const text = message || title || '';
  return `::${level}${properties === '' ? '' : ` ${properties}`}::${escapeMessage(bound(text))}\n`;
}

/** Names the tenants in the message, and in the title if there is one and they are few: GitHub shortens titles. */
function nameTheirTenants({title, message, tenants}: Annotation): Pick<Annotation, 'title' | 'message'> {
  if (tenants === undefined) return {title, message};
  const names = nameTenants(tenants);
  if (title === undefined) return {title, message: `${names}: ${message}`};
  const [name, ...others] = tenants;
  return others.length === 0
    ? {title: `${title} (${name ?? ''})`, message}
    : {
        title: `${title} (${countNouns(tenants.length, 'tenant')})`,
        message: [names, ...(message === '' ? [] : [message])].join('\n'),
      };
}

/** Counts the lines beyond the limit, where GitHub cuts the message off. */
function bound(message: string): string {
  if (message.length <= maxMessageLength) return message;
  const lines = message.split('\n').map(line => `${cutEnd(line, maxLineLength)}\n`);
  const shown = fit(lines, maxMessageLength - reserve);
  return `${shown.join('')}${andMore(lines.length - shown.length, '', ' lines')}`;
}

export function annotateProblems(problems: readonly Remark[]): readonly Annotation[] {
  return problems.map(problem => ({level: 'error', rank: 'error', ...problem}));
}

/** Annotates what a plan refuses, changes, warns of and keeps; without its totals. */
export function toAnnotations(plan: Plan): readonly Annotation[] {
  const atPlace = (place: string | undefined) => (change: Change) => place !== undefined && change.place === place;
  const isRefused = ({place}: Change) => place !== undefined && plan.refusals.some(refusal => refusal.place === place);
  return [
    ...plan.refusals.map(({place, message, hint}): Annotation => {
      const refused = plan.changes.find(atPlace(place));
      const details = refused ? [...listLines(refused), ...refused.notes] : [];
      return {level: 'error', rank: 'error', place, message: [`${message}. ${hint}`, ...details].join('\n')};
    }),
    ...plan.changes
      .filter(change => !isLoss(change) || !isRefused(change))
      .map((change): Annotation => {
        const {action, name, place} = change;
        const content = {place, message: describeDetails(change), title: `${action} ${toPrintable(name)}`};
        return isLoss(change) && action !== 'create'
          ? {level: 'warning', rank: action, ...content}
          : {level: 'notice', rank: action === 'create' ? 'addition' : 'change', ...content};
      }),
    ...plan.warnings.map(({place, message}): Annotation => ({level: 'warning', rank: 'remark', place, message})),
    ...plan.kept.map((change): Annotation => {
      const title = `keep ${toPrintable(change.name)}`;
      return {
        level: 'warning',
        rank: 'remark',
        place: change.place,
        message: describeProtectedWithDifferences(change),
        title,
      };
    }),
  ];
}

export function annotateTotals(summary: string, losses: string | undefined): readonly Annotation[] {
  return [
    {level: 'notice', rank: 'summary', message: summary},
    ...(losses === undefined ? [] : [{level: 'warning', rank: 'losses', message: losses, title: 'losses'} as const]),
  ];
}

export function annotateFailure(error: Error): Annotation {
  // Only bizctl's own messages begin with a place.
  const remark = error instanceof GuardError ? parseRemark(error.message) : {message: error.message};
  return {level: 'error', rank: 'error', ...remark};
}

function listLines(change: Change): readonly string[] {
  return listDetails(change, excerpts).map(({sign, text}) => (sign === '' ? text : `${sign} ${text}`));
}

function describeDetails(change: Change): string {
  return [...describeLoss(change), ...listLines(change), ...change.notes].join('\n');
}
