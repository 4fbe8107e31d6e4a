import {readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import {isObject, listOf, parseExact, textOf} from './exact-json.js';
import type {Testbed} from './testbed.js';

/** The id of the latest run; empty when there is none. */
export async function lastRun({run}: Testbed): Promise<string> {
  const {exitCode, stdout} = await run(['fields', 'runs', '--json']);
  expect(exitCode).toBe(0);
  const [latest] = listOf(parseExact(stdout));
  return isObject(latest) ? textOf(latest['run']) : '';
}

/** Removes the locks of processes that were killed; in a test they seem to be alive. */
export function removeLocks({home}: Testbed): void {
  const directory = join(home, 'data/runs');
  for (const name of readdirSync(directory)) if (name.endsWith('.lock')) rmSync(join(directory, name));
}
