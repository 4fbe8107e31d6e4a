import {isAbsolute, relative, resolve} from 'node:path';
import {createSuggester, type Target, toText} from '../../../base/suggest-command.js';
import {toPrintable} from '../../../output/printable.js';
import {type Change, describeLoss, isLoss, type Plan} from '../../../plan/plan.js';
import type {Problem} from '../../../plan/problem.js';
import {listDetails} from './plan-details.js';
import {describeKept} from './plan-view.js';
import {describeExpected, summarizePlan} from './summarize-plan.js';

/** Escapes the message of a GitHub Actions workflow command. */
function escapeMessage(text: string): string {
  const lines = text.split('\n').map(toPrintable);
  return lines.join('\n').replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A workflow command, with its rank among others. */
export interface Annotation {
  /** The lowest comes first. */
  readonly rank: number;
  readonly text: string;
}

/** The repository of a workflow, which the paths of annotations start at. */
export interface Repository {
  /** `GITHUB_WORKSPACE`. */
  readonly directory: string | undefined;
}

const ranks = {error: 0, losses: 1, delete: 2, replace: 3, update: 4, remark: 5, summary: 6, change: 7} as const;

/** Joins annotations, the most important first, because GitHub shows only ten of each level. */
export function joinAnnotations(annotations: readonly Annotation[]): string {
  return annotations
    .toSorted((a, b) => a.rank - b.rank)
    .map(({text}) => text)
    .join('');
}

function toRepositoryPath(file: string, {directory}: Repository): string {
  if (!directory) return file;
  const path = relative(directory, resolve(file));
  return path.startsWith('..') || isAbsolute(path) ? file : path;
}

interface Content {
  readonly message: string;
  readonly title?: string | undefined;
  readonly place?: string | undefined;
}

function annotate(
  level: 'notice' | 'warning' | 'error',
  rank: keyof typeof ranks,
  {message, title, place}: Content,
  repository: Repository = {directory: undefined},
): Annotation {
  const [, file, line, column] = /^(.*?)(?::(\d+))?(?::(\d+))?$/s.exec(place ?? '') ?? [];
  const properties = [
    ...(file ? [`file=${escapeProperty(toRepositoryPath(file, repository))}`] : []),
    ...(line ? [`line=${line}`] : []),
    ...(column ? [`col=${column}`] : []),
    ...(title === undefined ? [] : [`title=${escapeProperty(title)}`]),
  ].join(',');
  const text = `::${level}${properties === '' ? '' : ` ${properties}`}::${escapeMessage(message)}\n`;
  return {rank: ranks[rank], text};
}

/** Formats problems in the files as annotations of their lines. */
export function annotateProblems(problems: readonly Problem[], target: Target, repository: Repository): string {
  const suggest = createSuggester(target);
  return problems
    .map(({place, message, hint}) => {
      const details = hint === undefined ? '' : `. ${toText(hint, suggest)}`;
      return annotate('error', 'error', {place, message: `${message}${details}`}, repository).text;
    })
    .join('');
}

/** @param tenant names it, if it is one of several; empty to leave out the name */
export function toAnnotations(plan: Plan, repository: Repository, tenant?: string): readonly Annotation[] {
  const withTenant = (message: string) => ((tenant ?? '') === '' ? message : `${tenant}: ${message}`);
  const atPlace = (place: string | undefined) => (change: Change) => place !== undefined && change.place === place;
  const isRefused = ({place}: Change) => place !== undefined && plan.refusals.some(refusal => refusal.place === place);
  const [summary, ...losses] = annotateTotals(withTenant(summarizePlan(plan)), describeExpected(plan));
  return [
    ...plan.refusals.map(({place, message, hint}) => {
      const refused = plan.changes.find(atPlace(place));
      const details = refused ? `\n${listLines(refused).join('\n')}` : '';
      return annotate('error', 'error', {place, message: `${withTenant(`${message}. ${hint}`)}${details}`}, repository);
    }),
    // Those of several tenants are summed up.
    ...(tenant === undefined ? losses : []),
    ...plan.changes
      .filter(change => !isLoss(change) || !isRefused(change))
      .map(change => {
        const content = {
          place: change.place,
          message: describeDetails(change),
          title: withTenant(`${change.action} ${change.name}`),
        };
        return isLoss(change) && change.action !== 'create'
          ? annotate('warning', change.action, content, repository)
          : annotate('notice', 'change', content, repository);
      }),
    ...plan.warnings.map(({place, message}) =>
      annotate('warning', 'remark', {place, message: withTenant(message)}, repository),
    ),
    ...plan.kept.map(change => {
      const content = {place: change.place, message: describeKept(change), title: withTenant(`keep ${change.name}`)};
      return annotate('warning', 'remark', content, repository);
    }),
    ...(summary ? [summary] : []),
  ];
}

/** The summary of what is planned, and of what would be lost. */
export function annotateTotals(summary: string, losses: string | undefined): readonly Annotation[] {
  return [
    annotate('notice', 'summary', {message: summary}),
    ...(losses === undefined ? [] : [annotate('warning', 'losses', {message: losses, title: 'losses'})]),
  ];
}

/** Formats a tenant that could not be planned. */
export function annotateFailure({message}: Error, tenant?: string): Annotation {
  return annotate('error', 'error', {message: tenant === undefined ? message : `${tenant}: ${message}`});
}

function listLines(change: Change): readonly string[] {
  return listDetails(change, true).map(({sign, text}) => (sign === '' ? text : `${sign} ${text}`));
}

function describeDetails(change: Change): string {
  return [...describeLoss(change), ...listLines(change), ...change.notes].join('\n');
}
