import type {Topic} from './topic.js';

export const formatting: Topic = {
  rows: [
    [
      'at a terminal',
      "a table that fits the window: long cells are cut, columns that do not fit are left out and listed, times are in this machine's time zone; tables longer than the screen go to the pager",
    ],
    ['elsewhere', 'a table without borders or colors, nothing cut, one row per line'],
    [
      '--json',
      "prints an array for a list, an object for a single item: the API's own members, with every digit unchanged",
    ],
    ['--output ndjson', 'prints one JSON value per line, as it arrives'],
    ['--output yaml', 'prints the same values as YAML 1.2; a complete list ends with "..."'],
    [
      '--output csv, tsv',
      'print one line per row; lists and objects in a cell are JSON; text that a spreadsheet would run is prefixed with an apostrophe, unless --csv-raw is given',
    ],
    ['--jq PROGRAM', 'filters the result as one value, or each element with --output ndjson'],
    [
      '--columns id,label',
      'shows only these members, by path (type.primitive_type, validators.0.required), in every format; after a write also outcome: created, updated, skipped, unchanged or deleted, and done after apply',
    ],
    ['lists', 'are complete; if one is interrupted, the exit code is 7 and the JSON array is left unclosed'],
    [
      'stderr',
      'errors, notes and warnings. With a machine-readable format and no terminal they are JSON: one object per line, with "error", "note" or "warning". What --verbose adds is plain text',
    ],
    ['--no-color', 'prints no colors, as with NO_COLOR or TERM=dumb'],
    ['--no-pager', 'starts no pager, as with PAGER=cat'],
    ['--quiet', 'hides notes and warnings; without a format or columns, writes print only ids'],
  ],
};
