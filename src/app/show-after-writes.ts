import {OutputError, UsageError} from '../base/errors.js';
import {findError} from '../base/inspect-error.js';
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

/** After writes, a jq program that fails must not look like a command that was refused. */
export function toOutputError(error: unknown): unknown {
  return error instanceof UsageError ? new OutputError(error.message, error.details) : error;
}
