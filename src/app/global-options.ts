import {Command, Option} from '@commander-js/extra-typings';
import {inChoice} from '../base/in-series.js';
import {resourceWords} from '../base/resources.js';
import {version} from '../base/version.js';
import {formatNames} from '../output/formats.js';
import {collect, parseCount, parseSeconds} from './option-values.js';

export function createRoot() {
  return new Command('bizctl')
    .description(`Work with ${resourceWords}`)
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .option('--profile <name>', 'use this profile (default: the one set by profile use)')
    .option('--base-url <url>', 'base URL of the API')
    .option('--sandbox [file]', 'use the embedded sandbox, with its state in FILE')
    .option('--fault <fault>', "inject a fault: 'METHOD /v2/PATH#N: EFFECT' (repeatable)", collect)
    .addOption(new Option('--output <format>', `${inChoice(formatNames)} (default: table)`).choices(formatNames))
    .option('--json', 'short for --output json')
    .option('--columns <paths>', 'show only these columns, such as id,name')
    .option('--jq <program>', 'filter the output with a jq program')
    .option('-r, --raw', 'print strings from --jq without quotes')
    .option('--csv-raw', 'do not escape cells that look like formulas')
    .option('--csv-lf', 'end CSV lines with LF instead of CR LF')
    .option('--timeout <seconds>', 'time limit per request (default: 120; 30 for headers)', parseSeconds)
    .option('--retries <count>', 'retry a failed request up to this many times (default: 3)', parseCount)
    .option('--retry-budget <seconds>', 'retry a request for at most this long (default: 60)', parseSeconds)
    .option('--no-color', 'disable colors')
    .option('--no-input', 'never prompt')
    .option('--no-pager', 'do not page long output')
    .option('--quiet', 'hide notes and warnings; writes print only ids')
    .option('--verbose', 'show requests on stderr, with the token masked');
}

export type Root = ReturnType<typeof createRoot>;

/** The global options, and `--yes` of commands that ask. */
export type GlobalOptions = Partial<ReturnType<Root['opts']>> & {readonly yes?: true | undefined};

/** The option that selects one tenant, if one is set. */
export function findTenantOption({profile, baseUrl, sandbox}: GlobalOptions): string | undefined {
  if (profile !== undefined) return '--profile';
  if (baseUrl !== undefined) return '--base-url';
  return sandbox === undefined ? undefined : '--sandbox';
}

/** A noun such as `fields`, whose subcommands are verbs. */
export type Group = ReturnType<typeof addGroup>;

export function addGroup(root: Root, noun: string, description: string) {
  return root.command(noun).description(description).helpCommand(false);
}
