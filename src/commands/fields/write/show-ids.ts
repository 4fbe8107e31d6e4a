import {requireId} from '../../../api/fields.js';
import type {Page} from '../../../api/page.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {FieldOutcome} from './field-write.js';

/** True if `--quiet` leaves just the ids of what was written; machine formats and chosen columns stay as they are. */
export function printsIds({options, format}: ApiContext): boolean {
  return options.quiet === true && !format.isMachine && options.columns === undefined;
}

/** Prints the id of each field that was written. */
export function showIds(context: ApiContext, pages: AsyncIterable<Page<FieldOutcome>>): Promise<void> {
  return context.showLines(listIds(pages), {isList: true});
}

async function* listIds(pages: AsyncIterable<Page<FieldOutcome>>): AsyncGenerator<string> {
  for await (const {rows} of pages)
    for (const {outcome, field} of rows) if (outcome !== 'skipped' && outcome !== 'unchanged') yield requireId(field);
}
