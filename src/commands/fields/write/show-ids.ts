import {requireId} from '../../../api/fields.js';
import type {Page} from '../../../api/page.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {FieldOutcome} from './field-write.js';

/** True if `--quiet` leaves just the ids of the fields; machine formats and chosen columns stay as they are. */
export function printsIds({options, format}: ApiContext): boolean {
  return options.quiet === true && !format.isMachine && options.columns === undefined;
}

/** Prints the id of each field, also where it was already as wanted: a script needs it all the same. */
export function showIds(context: ApiContext, pages: AsyncIterable<Page<FieldOutcome>>): Promise<void> {
  return context.showLines(listIds(pages), {isList: true});
}

async function* listIds(pages: AsyncIterable<Page<FieldOutcome>>): AsyncGenerator<string> {
  for await (const {rows} of pages) for (const {field} of rows) yield requireId(field);
}
