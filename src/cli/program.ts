import {createOpenSession, type OpenSession} from '../app/api-context.js';
import {createOpenDesk, type OpenDesk} from '../app/command-context.js';
import type {Context} from '../base/context.js';
import type {Talk} from '../output/reporter.js';
import {createChooseWords} from './filter-commands.js';
import {createRoot, type Root} from './global-options.js';
import {helpTopics, toLines} from './help-topics.js';

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

interface Ground {
  readonly root: Root;
  readonly open: OpenSession;
  readonly openDesk: OpenDesk;
  readonly context: Context;
  readonly talk: Talk;
  readonly argv: readonly string[];
}

/** What stands directly below `bizctl`, in the order of the help. */
const nouns: {readonly [noun: string]: (ground: Ground) => Promise<void>} = {
  fields: async ({root, open, openDesk, argv}) =>
    (await import('../commands/fields/index.js')).addFields(root, open, openDesk, createChooseWords(argv, 1)),
  dates: async ({root, open}) => (await import('../commands/dates/index.js')).addDates(root, open),
  deals: async ({root, open}) => (await import('../commands/deals/index.js')).addDeals(root, open),
  api: async ({root, open}) => (await import('../commands/api/index.js')).addApi(root, open),
  auth: async ({root, openDesk}) => (await import('../commands/auth/index.js')).addAuth(root, openDesk),
  profile: async ({root, openDesk}) => (await import('../commands/profile/index.js')).addProfile(root, openDesk),
  sandbox: async ({root, openDesk}) => (await import('../commands/sandbox/index.js')).addSandbox(root, openDesk),
  schema: async ({root, openDesk}) => (await import('../commands/schema/index.js')).addSchema(root, openDesk),
  completion: async ({root, context, talk}) =>
    (await import('../commands/completion/index.js')).addCompletion(root, context, talk),
  help: async ({root, context}) => (await import('../commands/help/index.js')).addHelp(root, context),
  __manual: async ({root, context}) => (await import('../commands/manual/index.js')).addManual(root, context),
};

/** These look at what other nouns are there. */
const onlookers: ReadonlySet<string> = new Set(['help', '__complete', '__manual']);

/**
 * The command tree, as far as a command line goes. What a command needs beyond commander it loads when it runs; help goes to `writeOut`, errors
 * are thrown.
 */
export async function createProgram(
  argv: readonly string[],
  context: Context,
  talk: Talk,
  writeOut: (text: string) => void,
): Promise<Root> {
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
  // Who looks at other nouns looks at all of them.
  const words = argv.some(word => onlookers.has(word)) ? [] : argv;
  const ground = {
    root,
    context,
    talk,
    argv: words,
    open: createOpenSession(context, talk),
    openDesk: createOpenDesk(context, talk),
  };
  for (const noun of createChooseWords(words, 0)(Object.keys(nouns))) await nouns[noun]?.(ground);
  return root;
}
