import {Command, Option} from '@commander-js/extra-typings';
import {version} from '../base/version.js';
import {formatNames} from '../output/formats.js';
import {collect, parseCount, parseSeconds} from './option-values.js';

/** The root of the command tree: `bizctl` itself, with the options that every command takes. */
export function createRoot() {
  return new Command('bizctl')
    .description('Custom fields, date expressions and deals of a business-management API, from the command line.')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .addOption(new Option('--profile <name>', 'the stored tenant to go to (default: the one chosen with profile use)'))
    .addOption(new Option('--base-url <url>', 'address of the API'))
    .addOption(
      new Option('--sandbox [file]', 'answer from the embedded sandbox; its state is kept, in a file if one is named'),
    )
    .addOption(
      new Option(
        '--fault <fault>',
        "what goes wrong in the sandbox, such as 'POST /v2/customFields#3: commit-then-reset'; may be repeated",
      ).argParser(collect),
    )
    .addOption(new Option('--output <format>', 'how to print what is found (default: table)').choices(formatNames))
    .addOption(new Option('--json', 'short for --output json'))
    .addOption(new Option('--columns <paths>', 'just these members, such as id,type.primitive_type'))
    .addOption(new Option('--jq <program>', 'print what jq makes of the result; of each element with --output ndjson'))
    .addOption(new Option('--csv-raw', 'csv and tsv cells as they are, also those that a spreadsheet would run'))
    .addOption(new Option('--timeout <seconds>', 'for one request (default: 30)').argParser(parseSeconds))
    .addOption(new Option('--retries <count>', 'how often a request is tried again (default: 3)').argParser(parseCount))
    .addOption(
      new Option('--retry-budget <seconds>', 'when no further attempt is begun (default: 60)').argParser(parseSeconds),
    )
    .addOption(new Option('--no-color', 'no colours'))
    .addOption(new Option('--no-input', 'never ask'))
    .addOption(new Option('--no-pager', 'show long tables without a pager'))
    .addOption(new Option('--quiet', 'no notes and warnings on stderr'))
    .addOption(new Option('--verbose', 'requests on stderr, the token masked'));
}

export type Root = ReturnType<typeof createRoot>;
/** A noun: the command under which its verbs stand. */
export type Group = ReturnType<typeof addGroup>;

export function addGroup(root: Root, noun: string, description: string) {
  return root.command(noun).description(description).helpCommand(false);
}
