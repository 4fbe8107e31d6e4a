import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {quoteArgument} from '../../src/base/shell-word.js';
import {createHome, launcher} from '../harness/built-program.js';
import {now} from '../harness/fixed.js';
import {openPty} from '../harness/pty.js';
import {toSvg} from './to-svg.js';

/*
 * The pictures of the README: what the built program draws at a real terminal. `npm run generate` redraws them.
 */

const home = createHome();
afterAll(home.remove);

/** Keeps "in 6 days" true on any day. */
const fixedClock = `data:text/javascript,${encodeURIComponent(
  `const Real = Date; const now = ${now.getTime()};
   globalThis.Date = class extends Real {
     constructor(...given) { super(...(given.length === 0 ? [now] : given)); }
     static now() { return now; }
   };`,
)}`;

test.each([
  ['fields-list', ['fields', 'list', '--sandbox', '--limit', '12', '--quiet']],
  ['field', ['fields', 'get', 'name:priority', '--sandbox']],
  ['date-phrase', ['dates', 'parse', 'every friday at 3pm until march', '--time-zone', 'Europe/Berlin', '--sandbox']],
  ['error', ['fields', 'get', 'name:priorty', '--sandbox']],
  ['plan', ['fields', 'plan', '-f', 'test/pictures/plan.yaml', '--replace', 'vip', '--sandbox']],
])('the picture %s is up to date', async (name, args) => {
  const run = openPty(args, {
    env: home.env,
    columns: 100,
    rows: 40,
    build: [process.execPath, '--import', fixedClock, launcher],
  });
  await new Promise<void>(resolve => {
    run.terminal.write(`\u001b[1m$ bizctl ${args.map(quoteArgument).join(' ')}\u001b[0m\r\n`, resolve);
  });
  const {lines} = await run.ended;
  await expect(toSvg(run.terminal, lines.length)).toMatchFileSnapshot(join(import.meta.dirname, `${name}.svg`));
});

test('the picture of the browser is up to date', async () => {
  const run = openPty(['fields', 'browse', '--sandbox'], {
    env: home.env,
    columns: 130,
    rows: 20,
    build: [process.execPath, '--import', fixedClock, launcher],
  });
  await run.shows('? keys');
  run.pty.write('jj\r');
  await run.shows('display options');
  await expect(toSvg(run.terminal, 20)).toMatchFileSnapshot(join(import.meta.dirname, 'browse.svg'));
  run.pty.write('q');
  await run.ended;
});
