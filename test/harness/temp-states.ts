import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const tempStates = new WeakMap<object, string>();
let tempRoot: string | undefined;

/**
 * The state directory of tests that do not look at it: one for each tenant, as what was written to others is not there.
 */
export function openTempState(tenant: object): string {
  tempRoot ??= mkdtempSync(join(tmpdir(), 'bizctl-test-'));
  const state = tempStates.get(tenant) ?? mkdtempSync(join(tempRoot, 'state-'));
  tempStates.set(tenant, state);
  return state;
}

/** Removes the state directories of a test file that has ended. */
export function removeTempStates(): void {
  if (tempRoot !== undefined) rmSync(tempRoot, {recursive: true, force: true});
}
