import {readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {ifPossible} from '../base/catch-errors.js';
import type {Context} from '../base/context.js';
import {systemCode} from '../base/inspect-error.js';
import {orLocalError} from '../system/files/or-local-error.js';

const journalExtension = '.jsonl';
/** Added to the name of a journal that cannot be read. */
export const damagedSuffix = '.damaged';
const unfinishedExtension = '.unfinished';

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

/**
 * The ids of all runs, latest first.
 *
 * @throws LocalError without a home directory, or when the directory cannot be read
 */
export async function listRunIds(context: Context): Promise<readonly string[]> {
  return listIds(context, journalExtension);
}

/** The ids of the runs whose journals were moved aside because they are damaged, latest first. */
export async function listDamagedRunIds(context: Context): Promise<readonly string[]> {
  return listIds(context, `${journalExtension}${damagedSuffix}`);
}

/**
 * The file that marks a run while a field that it deleted to replace it may not exist again. Until it does, the journal
 * is the only record of the field, so that the run is neither removed nor passed over, however old it is.
 */
export async function findUnfinishedMark(context: Context, run: string): Promise<string> {
  return join(await findRunDirectory(context), `${run}${unfinishedExtension}`);
}

/** Removes such a mark. One that stays does no harm. */
export function removeMark(path: string): void {
  ifPossible(() => rmSync(path, {force: true}));
}

/** The ids of the marked runs, latest first. */
export async function listUnfinishedIds(context: Context): Promise<readonly string[]> {
  return listIds(context, unfinishedExtension);
}

async function listIds(context: Context, extension: string): Promise<readonly string[]> {
  const directory = await findRunDirectory(context);
  return orLocalError(`cannot read the directory ${directory}`, () => readIfThere(directory))
    .filter(name => name.endsWith(extension))
    .map(name => name.slice(0, -extension.length))
    .toSorted()
    .toReversed();
}

function readIfThere(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
