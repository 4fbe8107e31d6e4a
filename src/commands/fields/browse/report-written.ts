import {requireId} from '../../../api/fields.js';
import type {Page} from '../../../api/page.js';
import type {OnWritten} from '../../../app/browse/browsable.js';
import type {FieldOutcome} from '../write/field-write.js';

/** Passes outcomes on to the browser as they arrive, in place of showing them. */
export async function reportWritten(pages: AsyncIterable<Page<FieldOutcome>>, onWritten: OnWritten): Promise<void> {
  for await (const {rows} of pages)
    for (const {outcome, field} of rows)
      if (outcome === 'deleted') onWritten([], [requireId(field)]);
      else onWritten([field], []);
}
