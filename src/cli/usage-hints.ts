import type {CommandUnknownOpts} from '@commander-js/extra-typings';
import {inChoice, inSeries} from '../base/in-series.js';
import {quoteArgument} from '../base/shell-word.js';
import {findLeaves, findOption} from '../commands/command-tree.js';
import {formatNames} from '../output/formats.js';
import {suggestCommands} from './suggest-commands.js';

export interface Mistake {
  readonly root: CommandUnknownOpts;
  readonly command: CommandUnknownOpts;
  /** Commander's message, without its suggestion. */
  readonly message: string;
  /** The spelling that commander suggests; empty for none. */
  readonly suggestion: string;
  /** How to show the help of the command. */
  readonly help: string;
}

/** A hint; `undefined` if the message says it all. */
export type Advise = (mistake: Mistake, ...parts: readonly string[]) => string | undefined | Promise<string>;

const toOutput = `Use --output ${inChoice(formatNames)}.`;

const toBody = 'For a body, api takes --input FILE or -F NAME=VALUE; create and update take --file.';

const showVersion = 'For the version, run: bizctl --version';

/** Names of options in other tools, and what to use here. */
const foreignOptions = new Map<string, string>([
  ['--format', toOutput],
  ['-o', toOutput],
  ...formatNames.map(name => [`--${name}`, `Use --output ${name}.`] as const),
  ['--out', 'Redirect the output to a file: > FILE'],
  ['--data', toBody],
  ['--body', toBody],
  ['-v', 'For requests and sources of settings, use --verbose; for the version, run: bizctl --version'],
  ['-V', showVersion],
  [
    '--token',
    'Other users can see the command line. Set BIZCTL_TOKEN, or run: bizctl auth login --profile NAME < token-file',
  ],
]);

const adviseOnLogin =
  'Pass a base URL with --base-url and a profile with --profile. Pipe the token in: bizctl auth login --profile NAME < token-file';

/** Names of `--yes` in other tools. */
const foreignYes: ReadonlySet<string> = new Set(['-y', '--force', '--auto-approve']);

/** Values of one option that are meant for another. */
const foreignValues = new Map([
  ['--format json', 'For JSON, use --output json.'],
  ['--output markdown', 'For Markdown, use fields plan --format markdown.'],
]);

/** The message names the valid values. */
export const adviseOnValue: Advise = (_mistake, option, value) => foreignValues.get(`${option} ${value}`);

export const adviseOnMissingValue: Advise = ({root, suggestion, help}, option = '') => {
  if (!findOption(root, option)) return suggestion || help;
  return option === '--output' ? toOutput : 'Run: bizctl help options';
};

export const adviseOnMissingArgument: Advise = ({root, command, suggestion, help}, argument) => {
  const choices = command.registeredArguments.find(({required}) => required)?.argChoices;
  const ofCommand = choices ? `Use ${inChoice(choices)}.` : suggestion || help;
  const advice = argument === 'path' ? 'Pass a method and a path, such as GET v2/deals.' : ofCommand;
  const file: unknown = root.getOptionValue('sandbox');
  return typeof file === 'string' && file !== ''
    ? `${advice} (--sandbox took ${JSON.stringify(file)} as its state file; if that was meant as an argument, put --sandbox last.)`
    : advice;
};

export const adviseOnSurplus: Advise = ({root, command, message, suggestion, help}) => {
  if (command.name() === 'login') return adviseOnLogin;
  const option = suggestFile(root, message) ?? suggestMembers(command, message);
  if (option !== undefined) return option;
  return command.registeredArguments.length > 0 ? `Quote a value that contains spaces. ${help}` : suggestion || help;
};

/** Names near options of the command, which commander finds, and of those that every command takes. */
export const adviseOnOption: Advise = async ({root, command, suggestion, help}, typed = '') => {
  const flag = adviseOnFlag(command, typed);
  if (flag !== undefined) return flag;
  const [name = ''] = typed.split('=');
  const {findNearNames} = await import('../base/near-names.js');
  const asks = findOption(command, '--yes') !== undefined;
  const foreign = asks && foreignYes.has(name) ? 'To skip the confirmation, use --yes.' : foreignOptions.get(name);
  if (name === '--dry-run') return adviseOnDryRun(root, command);
  if (foreign !== undefined) return foreign;
  const own = suggestion.match(/--[\w-]+/g) ?? [];
  const known = [...own, ...root.options.flatMap(({long}) => long ?? []), '--help'];
  const word = withoutDashes(name);
  // The leading dashes make short names look similar.
  const near = findNearNames(name, known).filter(
    other => withoutDashes(other)[0] === word[0] || findNearNames(word, [withoutDashes(other)]).length > 0,
  );
  return near.length === 0 ? help : `Did you mean ${inChoice(near)}?`;
};

function adviseOnDryRun(root: CommandUnknownOpts, command: CommandUnknownOpts): string {
  if (command.name() === 'plan') return 'A plan writes nothing; omit --dry-run.';
  const verbs = findLeaves(root).filter(leaf => findOption(leaf, '--dry-run'));
  const names = new Set(verbs.map(verb => verb.name()));
  return `For a preview, use fields plan; ${inSeries([...names], 'and')} accept --dry-run.`;
}

/** For a flag with a value, such as `--hidden=false`. */
function adviseOnFlag(command: CommandUnknownOpts, typed: string): string | undefined {
  const [name = '', value] = typed.split('=');
  const option = value === undefined ? undefined : findOption(command, name);
  if (!option || option.required || option.optional) return undefined;
  const opposite = `--no-${withoutDashes(name)}`;
  return `${name} takes no value.${findOption(command, opposite) ? ` To turn it off, use ${opposite}.` : ''}`;
}

function withoutDashes(option: string): string {
  return option.replace(/^--?/, '');
}

/** A fields file in place of an option, for a command that reads such files with `-f`. */
function suggestFile(root: CommandUnknownOpts, message: string): string | undefined {
  const [, verb, file] = /for '(.*)'\. .* got \d+: (.*\.(?:ya?ml|json|csv))\.$/.exec(message) ?? [];
  const hasFiles = findLeaves(root).some(
    leaf => leaf.name() === verb && leaf.options.some(({short}) => short === '-f'),
  );
  if (!hasFiles || file === undefined) return undefined;
  const files = file.split(', ');
  const mayBePlans = verb === 'apply' && files.every(each => each.endsWith('.json'));
  const advice = `Pass fields files with -f: ${files.map(each => `-f ${quoteArgument(each)}`).join(' ')}`;
  return mayBePlans ? `${advice}. Apply saved plans one at a time.` : advice;
}

/** Members of a body, or parameters, in place of options, as other HTTP clients take them. */
function suggestMembers(command: CommandUnknownOpts, message: string): string | undefined {
  const [, given = ''] = / got \d+: (.*?)\.?$/s.exec(message) ?? [];
  const [method = '', , ...members] = given.split(', ');
  if (command.name() !== 'api' || !members.every(member => /^[\w.[\]-]+=/.test(member))) return undefined;
  const [what, option] = /^(?:POST|PUT|PATCH)$/i.test(method) ? ['body members', '-f'] : ['query parameters', '-q'];
  return `Pass ${what} with ${option}: ${members.map(member => `${option} ${quoteArgument(member)}`).join(' ')}`;
}

/** Commander suggests commands by spelling alone. */
export const adviseOnCommand: Advise = async (mistake, typed = '') => {
  if (typed === 'version') return showVersion;
  const commands = await suggestCommands(mistake, typed);
  return commands.length > 0 ? `Did you mean ${inChoice(commands)}?` : mistake.help;
};
