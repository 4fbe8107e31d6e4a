import type {Factory} from '../app/factory.js';
import {createRoot, type Root} from '../app/global-options.js';
import {chooseHelpWidth} from '../app/help-width.js';
import {addApi} from '../commands/api/index.js';
import {addAuth} from '../commands/auth/index.js';
import {addCompletion} from '../commands/completion/index.js';
import {addConfig} from '../commands/config/index.js';
import {addDates} from '../commands/dates/index.js';
import {addDeals} from '../commands/deals/index.js';
import {addFields} from '../commands/fields/index.js';
import {addHelp} from '../commands/help/index.js';
import {helpTopics} from '../commands/help-topics.js';
import {addManual} from '../commands/manual/index.js';
import {addProfile} from '../commands/profile/index.js';
import {addSandbox} from '../commands/sandbox/index.js';
import {addSchema} from '../commands/schema/index.js';
import {formatPairs} from '../output/format-pairs.js';
import {wrapWords} from '../output/wrap-words.js';

function describeTopics(width: number): string {
  const topics = Object.entries(helpTopics);
  return `
Start here:
${formatPairs(
  [
    ['$ bizctl fields list --sandbox', '# the embedded sandbox, no account needed'],
    ['$ bizctl auth login', '# store the base URL and token of your tenant'],
    ['$ bizctl fields list', ''],
  ],
  width,
)}
Topics:
${formatPairs(
  topics.map(([name, {summary}]) => [`bizctl help ${name}`, summary]),
  width,
)}`;
}

/** Below the help of each command, in place of the options that all of them share. */
const sharedOptions = 'For --json, --columns, --profile, --sandbox and more: bizctl help options';

/** In the order of the help. */
const nouns: readonly ((root: Root, factory: Factory) => void)[] = [
  addFields,
  addDates,
  addDeals,
  addApi,
  addAuth,
  addProfile,
  addConfig,
  addSandbox,
  addSchema,
  addCompletion,
  addHelp,
  addManual,
];

/**
 * Creates the command tree. Commands import what they need when they run. Help goes to `writeOut`; errors are thrown.
 */
export function createProgram(factory: Factory, writeOut: (text: string) => void): Root {
  const helpWidth = () => chooseHelpWidth(factory.context);
  const root = createRoot()
    .exitOverride()
    .configureOutput({
      writeOut,
      writeErr: writeOut,
      // commander treats the help of a noun without a verb as an error.
      getErrHelpWidth: helpWidth,
      getOutHelpWidth: helpWidth,
    })
    .configureHelp({
      // A noun has its verbs to show; what every command takes is a topic of its own.
      visibleOptions: command => (command.commands.length > 0 ? [] : command.options.filter(({hidden}) => !hidden)),
      formatItem: (term, termWidth, description) =>
        formatPairs([[term, description]], helpWidth(), termWidth).trimEnd(),
    })
    .helpCommand(false)
    .addHelpText('after', () => describeTopics(helpWidth()))
    .addHelpText('afterAll', ({command}) =>
      command.commands.length === 0 ? `\n${wrapWords(sharedOptions, helpWidth()).join('\n')}` : '',
    );
  for (const addNoun of nouns) addNoun(root, factory);
  return root;
}
