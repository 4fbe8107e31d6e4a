import {addAuth} from './commands/auth/index.js';
import {addCompletion} from './commands/completion/index.js';
import {addDates} from './commands/dates/index.js';
import {addDeals} from './commands/deals/index.js';
import {addFields} from './commands/fields/index.js';
import {addProfile} from './commands/profile/index.js';
import {addSandbox} from './commands/sandbox/index.js';
import type {Context} from './context.js';
import {createOpenDesk} from './desk.js';
import {environment} from './environment.js';
import {exitCodes} from './errors.js';
import {createRoot, type Root} from './global-options.js';
import type {Talk} from './output/talk.js';
import {createOpenSession} from './session.js';

const start = `
Start here:
  $ bizctl fields list --sandbox         look around in the embedded sandbox, no account needed
  $ export BIZCTL_BASE_URL=https://…     the address of your tenant's API
  $ export BIZCTL_TOKEN=…                and its token
  $ bizctl fields list

Exit codes:
${exitCodes.map(({exit, meaning}) => `  ${String(exit).padEnd(4)}${meaning}`).join('\n')}

Environment:
${environment.map(({variable, meaning}) => `  ${variable.padEnd(22)}${meaning}`).join('\n')}
`;

/** The whole command tree. What a command needs beyond commander it loads when it runs; help goes to `writeOut`, errors are thrown. */
export function createProgram(context: Context, talk: Talk, writeOut: (text: string) => void): Root {
  const root = createRoot()
    .exitOverride()
    .configureOutput({
      writeOut,
      writeErr: writeOut,
      getErrHelpWidth: () => 100,
      getOutHelpWidth: () => (context.io.stdout.isTerminal ? context.io.stdout.columns : 100),
    })
    .configureHelp({showGlobalOptions: true})
    .addHelpText('after', start);
  const open = createOpenSession(context, talk);
  addFields(root, open);
  addDates(root, open);
  addDeals(root, open);
  const openDesk = createOpenDesk(context, talk);
  addAuth(root, openDesk);
  addProfile(root, openDesk);
  addSandbox(root, openDesk);
  addCompletion(root, context, talk);
  return root;
}
