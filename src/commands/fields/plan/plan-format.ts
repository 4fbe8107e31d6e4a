import type {CommandContext} from '../../../app/command-context.js';
import {cannotCombine} from '../../../base/errors.js';
import {createSuggester, toText} from '../../../base/suggest-command.js';
import type {Problem, Remark} from '../../../plan/plan.js';
import {annotateProblems, showAnnotations} from './plan-annotations.js';
import {toProblemMarkdown} from './plan-markdown.js';

/** `text` respects `--output`; the others are for code review. */
export type PlanFormat = 'text' | 'markdown' | 'github';

/**
 * Returns how to show problems in the files to reviewers; `undefined` to show them as errors alone.
 *
 * @throws UsageError for a format that is combined with another output option
 */
export function chooseProblemFormat(context: CommandContext, format: PlanFormat = 'text') {
  const {json, output, jq} = context.options;
  const given = Object.entries({'--json': json, '--output': output, '--jq': jq});
  const other = given.find(([, value]) => value !== undefined);
  if (format !== 'text' && other) throw cannotCombine(`--format ${format}`, other[0]);
  const suggest = createSuggester(context.options);
  const toRemark = ({place, message, hint}: Problem): Remark => ({
    place,
    message: hint === undefined ? message : `${message}. ${toText(hint, suggest)}`,
  });
  const show = {
    text: undefined,
    markdown: (problems: readonly Remark[]) => context.showText(toProblemMarkdown(problems)),
    github: (problems: readonly Remark[]) => showAnnotations(context, annotateProblems(problems)),
  }[format];
  return show && ((problems: readonly Problem[]) => show(problems.map(toRemark)));
}
