import type {Page} from '../../../api/page.js';
import type {ApiContext} from '../../../app/api-context.js';

/** True if `--quiet` leaves just the ids of the fields; machine formats and chosen columns stay as they are. */
export function printsIds({options, format}: ApiContext): boolean {
  return options.quiet === true && !format.isMachine && options.columns === undefined;
}

/** Prints the id of every field, including unchanged ones: scripts need it either way. */
export function showIds<Row>(
  context: ApiContext,
  pages: AsyncIterable<Page<Row>>,
  idOf: (row: Row) => string | undefined,
): Promise<void> {
  return context.showLines(listIds(pages, idOf), {isList: true});
}

async function* listIds<Row>(
  pages: AsyncIterable<Page<Row>>,
  idOf: (row: Row) => string | undefined,
): AsyncGenerator<string> {
  for await (const {rows} of pages) yield* rows.flatMap(row => idOf(row) ?? []);
}
