import type {CommandUnknownOpts, Option} from '@commander-js/extra-typings';
import {findLeaves, pathOf, showArguments} from '../command-tree.js';
import {environment} from '../environment.js';
import {describeExitCode, exitCodes} from '../exit-codes.js';
import {helpTopics} from '../help-topics.js';

export interface ManualPage {
  readonly file: string;
  readonly text: string;
}

function escape(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
    .replace(
      /[^\n -~]/gu,
      character => `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`.SH ${title}`, ...lines];
}

function entry(term: string, text: string): readonly string[] {
  return ['.TP', `\\fB${escape(term)}\\fR`, escape(text)];
}

function listChoices(choices: readonly string[] | undefined, description: string): string {
  const isListed = choices?.every(choice => description.includes(choice)) ?? true;
  return isListed ? '' : ` One of: ${choices?.join(', ')}.`;
}

function describeOption({flags, description, argChoices, defaultValue}: Option): readonly string[] {
  const defaultNote = defaultValue === undefined || defaultValue === true ? '' : ` Default: ${String(defaultValue)}.`;
  return entry(
    flags,
    `${description}${description.endsWith('.') ? '' : '.'}${listChoices(argChoices, description)}${defaultNote}`,
  );
}

function optionsOf(command: CommandUnknownOpts): readonly string[] {
  return command.options.filter(({hidden}) => !hidden).flatMap(describeOption);
}

function synopsisOf(command: CommandUnknownOpts): string {
  const rest = command.commands.length > 0 ? ['[command]'] : showArguments(command);
  return [...pathOf(command), '[options]', ...rest].join(' ');
}

function examplesOf(command: CommandUnknownOpts): readonly string[] {
  let help = '';
  command.configureOutput({
    writeOut: text => {
      help += text;
    },
  });
  command.outputHelp();
  const lines = Array.from(help.matchAll(/^ {2}\$ (.*)$/gm), ([, line = '']) => escape(line));
  return lines.length === 0 ? [] : ['.nf', ...lines, '.fi'];
}

function toPage(
  name: string,
  {summary, version}: {readonly summary: string; readonly version: string},
  body: readonly (readonly string[])[],
): ManualPage {
  const lines = [
    `.TH "${name.toUpperCase()}" "1" "" "bizctl ${version}" "bizctl"`,
    // Hyphenation would break searching for an option and copying it.
    '.nh',
    '.ad l',
    ...section('NAME', [`${escape(name)} \\- ${escape(summary)}`]),
    ...body.flat(),
  ];
  return {file: `${name}.1`, text: `${lines.join('\n')}\n`};
}

function toCommandPage(command: CommandUnknownOpts, version: string, body: readonly (readonly string[])[]): ManualPage {
  const synopsis = section('SYNOPSIS', [`\\fB${escape(synopsisOf(command))}\\fR`]);
  return toPage(pathOf(command).join('-'), {summary: command.description(), version}, [synopsis, ...body]);
}

async function createTopicPages(version: string): Promise<readonly ManualPage[]> {
  const topics = Object.entries(helpTopics);
  return Promise.all(
    topics.map(async ([topic, {summary, load}]) => {
      const {rows, example} = await load();
      return toPage(`bizctl-help-${topic}`, {summary, version}, [
        section(
          'DESCRIPTION',
          rows.flatMap(([term, text]) => entry(term, text)),
        ),
        section('EXAMPLE', example === undefined ? [] : ['.nf', escape(example.trimEnd()), '.fi']),
        section('SEE ALSO', ['\\fBbizctl\\fR(1)']),
      ]);
    }),
  );
}

/** Creates a page for bizctl, one for each command and one for each topic. */
export async function createManual(root: CommandUnknownOpts, version: string): Promise<readonly ManualPage[]> {
  const leaves = findLeaves(root);
  const globals = optionsOf(root);
  const first = toCommandPage(root, version, [
    section(
      'COMMANDS',
      leaves.flatMap(leaf => entry(synopsisOf(leaf), `${leaf.description()}.`)),
    ),
    section(
      'TOPICS',
      Object.entries(helpTopics).flatMap(([name, {summary}]) => entry(`bizctl help ${name}`, `${summary}.`)),
    ),
    section('SHARED OPTIONS', globals),
    section(
      'EXIT STATUS',
      exitCodes.flatMap(code => entry(String(code.exit), describeExitCode(code))),
    ),
    section(
      'ENVIRONMENT',
      environment.flatMap(({variable, meaning}) => entry(variable, meaning)),
    ),
    section('EXAMPLES', examplesOf(root)),
  ]);
  const others = leaves.map(leaf =>
    toCommandPage(leaf, version, [
      section(
        'ARGUMENTS',
        leaf.registeredArguments.flatMap(argument =>
          entry(argument.name(), `${argument.description}.${listChoices(argument.argChoices, argument.description)}`),
        ),
      ),
      section('OPTIONS', optionsOf(leaf)),
      section('SHARED OPTIONS', globals),
      section('EXAMPLES', examplesOf(leaf)),
      section('SEE ALSO', ['\\fBbizctl\\fR(1)']),
    ]),
  );
  return [first, ...others, ...(await createTopicPages(version))];
}
