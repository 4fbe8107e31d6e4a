import type {Page} from '../api/page.js';
import type {Json} from '../json/json.js';

/** Collects all rows into one page; an error is thrown after the rows before it. */
export async function collectRows<Row>(pages: AsyncIterable<Page<Row>>): Promise<AsyncIterable<Page<Row>>> {
  const collected: Row[] = [];
  try {
    for await (const {rows} of pages) for (const row of rows) collected.push(row);
  } catch (error) {
    return failAfter(collected, error);
  }
  return onePage(collected);
}

async function* failAfter<Row>(rows: readonly Row[], error: unknown): AsyncGenerator<Page<Row>> {
  yield {rows};
  throw error;
}

export async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<Page<Row>> {
  yield {rows};
}

export async function* pageForEach<Thing>(
  values: AsyncIterable<Thing>,
  toElements: (value: Thing) => readonly Json[],
): AsyncGenerator<Page<Json>> {
  for await (const value of values) yield {rows: toElements(value)};
}
