import {createSuggester, type Target, toText} from '../../../base/suggest-command.js';
import {toPrintable} from '../../../output/printable.js';
import type {Plan} from '../../../plan/plan.js';
import type {Problem} from '../../../plan/problem.js';
import {describeChange, showDifference, summarizePlan} from './plan-view.js';

/** GitHub Actions commands have their own escapes. */
function escapeMessage(text: string): string {
  const lines = text.split('\n').map(toPrintable);
  return lines.join('\n').replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function annotate(level: 'notice' | 'warning' | 'error', place: string | undefined, message: string): string {
  const [, file, line, column] = /^(.*?)(?::(\d+))?(?::(\d+))?$/s.exec(place ?? '') ?? [];
  const properties = [
    ...(file ? [`file=${escapeProperty(file)}`] : []),
    ...(line ? [`line=${line}`] : []),
    ...(column ? [`col=${column}`] : []),
  ].join(',');
  return `::${level}${properties === '' ? '' : ` ${properties}`}::${escapeMessage(message)}\n`;
}

/** What is wrong with the files, as annotations at the lines where it stands. */
export function annotateProblems(problems: readonly Problem[], target: Target): string {
  const suggest = createSuggester(target);
  return problems
    .map(({place, message, hint}) =>
      annotate('error', place, hint === undefined ? message : `${message}. ${toText(hint, suggest)}`),
    )
    .join('');
}

/** The plan as annotations at the lines of the files. */
export function toAnnotations(plan: Plan): string {
  return [
    ...plan.changes.map(change =>
      annotate(
        change.action === 'create' || change.action === 'update' ? 'notice' : 'warning',
        change.place,
        [describeChange(change), ...change.differences.map(showDifference), ...change.notes].join('\n'),
      ),
    ),
    ...plan.refusals.map(({message, hint}) => annotate('error', undefined, `${message}. ${hint}`)),
    annotate('notice', undefined, summarizePlan(plan)),
  ].join('');
}
