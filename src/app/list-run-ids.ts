import {existsSync, readdirSync} from 'node:fs';
import type {Context} from '../base/context.js';
import {orLocalError} from '../system/files/or-local-error.js';
import {damagedSuffix, findRunDirectory, journalExtension} from './run-directory.js';

/** The ids of all runs, latest first. */
export async function listRunIds(context: Context): Promise<readonly string[]> {
  return listIds(context, journalExtension);
}

/** The ids of the runs whose journals were moved aside because they are damaged, latest first. */
export async function listMovedRunIds(context: Context): Promise<readonly string[]> {
  return listIds(context, `${journalExtension}${damagedSuffix}`);
}

async function listIds(context: Context, extension: string): Promise<readonly string[]> {
  const directory = await findRunDirectory(context);
  if (!existsSync(directory)) return [];
  return orLocalError(`cannot read the directory ${directory}`, () => readdirSync(directory))
    .filter(name => name.endsWith(extension))
    .map(name => name.slice(0, -extension.length))
    .toSorted()
    .toReversed();
}
