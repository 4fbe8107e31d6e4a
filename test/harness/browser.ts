import {join} from 'node:path';
import {afterAll} from 'vitest';
import {createHome} from './built-program.js';
import {openPty, type PtyRun} from './pty.js';

interface Settings {
  readonly build?: readonly [string, ...string[]];
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
}

/** Gives the tests in a file a home directory, and opens browsers on sandboxes in it. */
export function useBrowser() {
  const home = createHome();
  afterAll(home.remove);
  let sandboxes = 0;
  /** Opens the browser on a sandbox of its own, once all its rows are there. */
  const browse = async ({args = ['fields'], env, ...settings}: Settings = {}) => {
    sandboxes += 1;
    const file = join(home.path, `browse-${sandboxes}.db`);
    const [noun = '', ...rest] = args;
    const run = openPty([noun, 'browse', '--sandbox', file, ...rest], {
      columns: 100,
      rows: 20,
      ...settings,
      env: {...home.env, ...env},
    });
    await run.shows('? keys');
    return {...run, file};
  };
  return {home, browse};
}

/** Types keys and waits for what they show. */
export async function press(run: PtyRun, keys: string, shown: string): Promise<void> {
  run.pty.write(keys);
  await run.shows(shown);
}

export function screenOf({terminal}: PtyRun): readonly string[] {
  const {active} = terminal.buffer;
  return Array.from(
    {length: terminal.rows},
    (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '',
  );
}
