import {OutputError, UsageError} from '../base/errors.js';
import {findError} from '../base/inspect-error.js';
import {JsonLimitError} from '../json/json.js';
import type {TableView} from '../output/view.js';
import type {ApiContext} from './api-context.js';

/** Shows rows after writes. If that fails, what follows is reported all the same. */
export async function showAfterWrites<Row>(
  {reporter, showRows}: Pick<ApiContext, 'reporter' | 'showRows'>,
  view: TableView<Row>,
  rows: readonly Row[],
): Promise<void> {
  const error = await findError(showRows(view, rows));
  if (error) reporter.deferOutputError(toOutputError(error));
}

/** After writes, a jq program that fails, or a result that is too large to print, must not look like a refusal. */
export function toOutputError(error: unknown): unknown {
  return error instanceof UsageError || error instanceof JsonLimitError
    ? new OutputError(error.message, error.details)
    : error;
}
