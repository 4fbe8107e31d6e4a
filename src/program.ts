import {addDates} from './commands/dates/index.js';
import {addDeals} from './commands/deals/index.js';
import {addFields} from './commands/fields/index.js';
import {addSandbox} from './commands/sandbox/index.js';
import type {Context} from './context.js';
import {createRoot, type Root} from './global-options.js';
import type {Talk} from './output/talk.js';
import {createOpenSession} from './session.js';

const start = `
Start here:
  $ bizctl fields list --sandbox         look around in the embedded sandbox, no account needed
  $ export BIZCTL_BASE_URL=https://…     the address of your tenant's API
  $ export BIZCTL_TOKEN=…                and its token
  $ bizctl fields list

Exit codes: 0 done, 2 wrong input, 3 no access, 4 not found, 5 refused, 6 unavailable, 7 incomplete, 9 guarded, 11 local.
`;

/** The whole command tree. What a command needs beyond commander it loads when it runs; help goes to `writeOut`, errors are thrown. */
export function createProgram(context: Context, talk: Talk, writeOut: (text: string) => void): Root {
  const root = createRoot()
    .exitOverride()
    .configureOutput({writeOut, writeErr: writeOut, getErrHelpWidth: () => 100, getOutHelpWidth: () => (context.io.stdout.isTerminal ? context.io.stdout.columns : 100)})
    .configureHelp({showGlobalOptions: true})
    .addHelpText('after', start);
  const open = createOpenSession(context, talk);
  addFields(root, open);
  addDates(root, open);
  addDeals(root, open);
  addSandbox(root, context, talk);
  return root;
}
