import {Command, Option} from '@commander-js/extra-typings';
import {version} from '../base/version.js';
import {formatNames} from '../output/formats.js';
import {collect, parseCount, parseSeconds} from './option-values.js';

/** Creates the root of the command tree with the global options. */
export function createRoot() {
  return new Command('bizctl')
    .description('Manage custom fields, date expressions and deals')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .addOption(new Option('--profile <name>', 'use this profile (default: the one set by profile use)'))
    .addOption(new Option('--base-url <url>', 'address of the API'))
    .addOption(new Option('--sandbox [file]', 'use the embedded sandbox; FILE keeps its state'))
    .addOption(
      new Option('--fault <fault>', "make a request fail: 'METHOD /PATH#N: EFFECT' (repeatable)").argParser(collect),
    )
    .addOption(new Option('--output <format>', 'output format (default: table)').choices(formatNames))
    .addOption(new Option('--json', 'short for --output json'))
    .addOption(new Option('--columns <paths>', 'show only these, such as id,type.primitive_type'))
    .addOption(new Option('--jq <program>', 'filter the output with a jq program'))
    .addOption(new Option('-r, --raw', 'print the strings of --jq without quotes'))
    .addOption(new Option('--csv-raw', 'do not escape cells that a spreadsheet would run'))
    .addOption(new Option('--csv-lf', 'end the lines of CSV with LF instead of CR LF'))
    .addOption(
      new Option('--timeout <seconds>', 'give up on a request after this long (default: 30)').argParser(parseSeconds),
    )
    .addOption(
      new Option('--retries <count>', 'retry a failed request up to this many times (default: 3)').argParser(
        parseCount,
      ),
    )
    .addOption(
      new Option('--retry-budget <seconds>', 'stop retrying after this long (default: 60)').argParser(parseSeconds),
    )
    .addOption(new Option('--no-color', 'disable colors'))
    .addOption(new Option('--no-input', 'never ask'))
    .addOption(new Option('--no-pager', 'do not page long tables'))
    .addOption(new Option('--quiet', 'hide notes and warnings'))
    .addOption(new Option('--verbose', 'show requests on stderr, with the token masked'));
}

export type Root = ReturnType<typeof createRoot>;

/** The global options, and `--yes` of commands that ask. */
export type GlobalOptions = Partial<ReturnType<Root['opts']>> & {readonly yes?: true | undefined};

/** A noun such as `fields`, whose subcommands are verbs. */
export type Group = ReturnType<typeof addGroup>;

export function addGroup(root: Root, noun: string, description: string) {
  return root.command(noun).description(description).helpCommand(false);
}
