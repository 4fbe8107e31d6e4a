import {describeExitCode, exitCodes} from '../base/exit-codes.js';
import {environment} from './environment.js';

const formatting: readonly (readonly [string, string])[] = [
  [
    'at a terminal',
    'a table fitted to its width: long cells are cut, columns without room are left out and named, points in time are shown on the clocks of this machine; what is longer than the screen goes to the pager',
  ],
  ['elsewhere', 'a table without borders and colours, nothing cut, one row a line'],
  ['--json', "an array for a list, an object for one thing: the API's own members, every digit as it came"],
  ['--output ndjson', 'one JSON value a line, written as it arrives'],
  ['--output yaml', 'the same values as YAML 1.2; a list that is whole ends with "..."'],
  [
    '--output csv, tsv',
    'a line for each row; lists and objects in a cell as JSON; a text that a spreadsheet would run gets a quote before it, unless --csv-raw is given',
  ],
  ['--jq PROGRAM', 'what jq makes of the result as one value, or of each element with --output ndjson'],
  ['--columns id,label', 'just these members, by path (type.primitive_type, validators.0.required), in every format'],
  ['lists', 'are complete; one that breaks off ends with exit code 7, its JSON array not closed'],
  ['stderr', 'errors, notes and warnings; for machines as JSON, one object a line, with "error", "note" or "warning"'],
  ['--no-color', 'no colours, as with NO_COLOR or TERM=dumb'],
  ['--no-pager', 'no pager, as with PAGER=cat'],
  ['--quiet', 'no notes and warnings'],
];

/** What `bizctl help TOPIC` tells. */
export const helpTopics = {
  'exit-codes': {
    summary: 'what each exit code means, and what to do then',
    rows: exitCodes.map(code => [String(code.exit), describeExitCode(code)] as const),
  },
  environment: {
    summary: 'the environment variables that bizctl reads',
    rows: environment.map(({variable, meaning}) => [variable, meaning] as const),
  },
  formatting: {summary: 'tables, JSON, columns and the pager', rows: formatting},
} as const;
