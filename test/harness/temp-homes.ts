import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll} from 'vitest';

/** Returns a function that creates an empty home directory; all are removed when the test file has ended. */
export function useTempHomes(): () => string {
  const homes: string[] = [];
  afterAll(() => {
    for (const home of homes) rmSync(home, {recursive: true});
  });
  return () => {
    const home = mkdtempSync(join(tmpdir(), 'bizctl-home-'));
    homes.push(home);
    return home;
  };
}
