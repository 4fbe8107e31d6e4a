import {existsSync, readdirSync} from 'node:fs';
import type {Context} from '../base/context.js';
import {findRunDirectory, journalExtension} from './run-directory.js';

/** The ids of all runs, latest first. */
export async function listRunIds(context: Context): Promise<readonly string[]> {
  const directory = await findRunDirectory(context);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter(name => name.endsWith(journalExtension))
    .map(name => name.slice(0, -journalExtension.length))
    .toSorted()
    .toReversed();
}
