import type {Page} from '../../../api/page.js';
import type {ApiContext} from '../../../app/api-context.js';
import {type TableView, withKnown} from '../../../output/view.js';
import type {Change} from '../../../plan/plan.js';
import {printsIds, showIds} from '../show/show-ids.js';
import {type AppliedChange, appliedTable} from './applied-view.js';

/** Waits for the writes, then removes the progress line and shows the results. */
export async function showApplied(
  context: ApiContext,
  pages: AsyncIterable<Page<AppliedChange>>,
  changes: readonly Change[],
): Promise<void> {
  const shown = withoutProgress(context, pages);
  if (printsIds(context)) await showIds(context, shown, ({id}) => id);
  else await context.showResults(alignBy(changes), shown);
}

/** Waits for writes whose results are not shown, then removes the progress line. */
export async function awaitApplied(context: ApiContext, pages: AsyncIterable<Page<AppliedChange>>): Promise<void> {
  await Array.fromAsync(withoutProgress(context, pages));
}

function alignBy(changes: readonly Change[]): TableView<AppliedChange> {
  return withKnown(appliedTable, {
    action: changes.map(({action}) => action),
    name: changes.map(({name}) => name),
    id: changes.flatMap(({id}) => id ?? []),
  });
}

async function* withoutProgress<Row>(
  {reporter}: ApiContext,
  pages: AsyncIterable<Page<Row>>,
): AsyncGenerator<Page<Row>> {
  try {
    yield* pages;
  } finally {
    await reporter.showProgress(undefined);
  }
}
