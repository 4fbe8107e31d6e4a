import {findError} from '../base/catch-errors.js';
import {OutputError, UsageError} from '../base/errors.js';
import {JsonLimitError} from '../json/limits.js';
import type {TableView} from '../output/view.js';
import type {ApiContext} from './api-context.js';
import {onePage} from './pages.js';

/** Shows rows after writes. If that fails, what follows is reported all the same. */
export async function showAfterWrites<Row>(
  {reporter, showResults}: Pick<ApiContext, 'reporter' | 'showResults'>,
  view: TableView<Row>,
  rows: readonly Row[],
): Promise<void> {
  const error = await findError(showResults(view, onePage(rows)));
  if (error) reporter.deferOutputError(toOutputError(error));
}

/** After writes, a jq program that fails, or a result that is too large to print, must not look like a refusal. */
export function toOutputError(error: unknown): unknown {
  return error instanceof UsageError || error instanceof JsonLimitError
    ? new OutputError(error.message, error.details)
    : error;
}
