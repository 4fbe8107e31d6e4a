import {join} from 'node:path';
import type {Context} from '../base/context.js';

export const journalExtension = '.jsonl';
/** Added to the name of a journal that cannot be read. */
export const damagedSuffix = '.damaged';

/** The directory of the journals; it may not exist yet. */
export async function findRunDirectory({directories}: Context): Promise<string> {
  const {state} = await directories();
  return join(state, 'runs');
}

/** The path of the journal of a run, and where it is moved if it is damaged. */
export async function findJournal(
  context: Context,
  run: string,
): Promise<{readonly path: string; readonly damaged: string}> {
  const path = join(await findRunDirectory(context), `${run}${journalExtension}`);
  return {path, damaged: `${path}${damagedSuffix}`};
}
