import {readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import {objectsOf, parseExact, textOf} from './exact-json.js';
import type {Testbed} from './testbed.js';

/** The runs that are listed, the latest first. */
export async function listRuns({run}: Testbed): Promise<readonly {readonly run: string; readonly undoes: string}[]> {
  const {exitCode, stdout} = await run(['fields', 'runs', '--json']);
  expect(exitCode).toBe(0);
  return objectsOf(parseExact(stdout)).map(({run, undoes}) => ({run: textOf(run), undoes: textOf(undoes)}));
}

/** The id of the latest run; empty when there is none. */
export async function lastRun(testbed: Testbed): Promise<string> {
  const [latest] = await listRuns(testbed);
  return latest?.run ?? '';
}

/** Removes the locks of processes that were killed; in a test they seem to be alive. */
export function removeLocks({home}: Testbed): void {
  const directory = join(home, 'data/runs');
  for (const name of readdirSync(directory)) if (name.endsWith('.lock')) rmSync(join(directory, name));
}
