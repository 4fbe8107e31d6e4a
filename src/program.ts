import {addApi} from './commands/api/index.js';
import {addAuth} from './commands/auth/index.js';
import {addCompletion} from './commands/completion/index.js';
import {addDates} from './commands/dates/index.js';
import {addDeals} from './commands/deals/index.js';
import {addFields} from './commands/fields/index.js';
import {addHelp} from './commands/help/index.js';
import {addManual} from './commands/manual/index.js';
import {addProfile} from './commands/profile/index.js';
import {addSandbox} from './commands/sandbox/index.js';
import {addSchema} from './commands/schema/index.js';
import type {Context} from './context.js';
import {createOpenDesk} from './desk.js';
import {createRoot, type Root} from './global-options.js';
import {helpTopics, toLines} from './help-topics.js';
import type {Talk} from './output/talk.js';
import {createOpenSession} from './session.js';

function startHere(width: number): string {
  const topics = Object.entries(helpTopics);
  return `
Start here:
${toLines(
  [
    ['$ bizctl fields list --sandbox', 'look around in the embedded sandbox, no account needed'],
    ['$ bizctl auth login', 'keep the address and the token of your tenant'],
    ['$ bizctl fields list', ''],
  ],
  width,
)}
Topics:
${toLines(
  topics.map(([name, {summary}]) => [`bizctl help ${name}`, summary]),
  width,
)}`;
}

/** The whole command tree. What a command needs beyond commander it loads when it runs; help goes to `writeOut`, errors are thrown. */
export function createProgram(context: Context, talk: Talk, writeOut: (text: string) => void): Root {
  const helpWidth = () => (context.io.stdout.isTerminal ? context.io.stdout.columns : 100);
  const root = createRoot()
    .exitOverride()
    .configureOutput({
      writeOut,
      writeErr: writeOut,
      // A noun without a verb shows its help as an error would be shown, and it is help all the same.
      getErrHelpWidth: helpWidth,
      getOutHelpWidth: helpWidth,
    })
    .configureHelp({
      showGlobalOptions: true,
      formatItem: (term, termWidth, description) => toLines([[term, description]], helpWidth(), termWidth).trimEnd(),
    })
    .helpCommand(false)
    .addHelpText('after', () => startHere(helpWidth()));
  const open = createOpenSession(context, talk);
  const openDesk = createOpenDesk(context, talk);
  addFields(root, open, openDesk);
  addDates(root, open);
  addDeals(root, open);
  addApi(root, open);
  addAuth(root, openDesk);
  addProfile(root, openDesk);
  addSandbox(root, openDesk);
  addSchema(root, openDesk);
  addCompletion(root, context, talk);
  addHelp(root, context);
  addManual(root, context);
  return root;
}
