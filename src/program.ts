import {addAuth} from './commands/auth/index.js';
import {addCompletion} from './commands/completion/index.js';
import {addDates} from './commands/dates/index.js';
import {addDeals} from './commands/deals/index.js';
import {addFields} from './commands/fields/index.js';
import {addHelp} from './commands/help/index.js';
import {addManual} from './commands/manual/index.js';
import {addProfile} from './commands/profile/index.js';
import {addSandbox} from './commands/sandbox/index.js';
import type {Context} from './context.js';
import {createOpenDesk} from './desk.js';
import {createRoot, type Root} from './global-options.js';
import {helpTopics} from './help-topics.js';
import type {Talk} from './output/talk.js';
import {createOpenSession} from './session.js';

const start = `
Start here:
  $ bizctl fields list --sandbox         look around in the embedded sandbox, no account needed
  $ bizctl auth login                    keep the address and the token of your tenant
  $ bizctl fields list

Topics:
${Object.entries(helpTopics)
  .map(([name, {summary}]) => `  bizctl help ${name.padEnd(12)}${summary}`)
  .join('\n')}
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
    .helpCommand(false)
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
  addHelp(root, context);
  addManual(root, context);
  return root;
}
