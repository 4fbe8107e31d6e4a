import {readdirSync} from 'node:fs';
import type {Context} from '../base/context.js';
import {systemCode} from '../base/inspect-error.js';
import {orLocalError} from '../system/files/or-local-error.js';
import {damagedSuffix, findRunDirectory, journalExtension} from './run-directory.js';

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
