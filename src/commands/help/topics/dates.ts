import type {Topic} from './topic.js';

export const dates: Topic = {
  rows: [
    [
      'dates parse PHRASE',
      'shows how the API reads a phrase: both ends of a range, every reading of an ambiguous phrase, and recurrence rules in words',
    ],
    [
      'without a phrase',
      'at a terminal the reading is shown while you type; elsewhere each line of stdin is a phrase, and blank lines are skipped; with --first, each line gives one line of output, blank ones included',
    ],
    ['--time-zone ZONE', 'an IANA name; else TZ, the time-zone setting, or the zone of this machine'],
    [
      '--first',
      'prints only the first date of each phrase; for a phrase without a date, prints an empty line and exits with code 4',
    ],
    ['--strict', 'exits with code 4 unless every phrase is fully understood'],
    [
      'in machine-readable formats',
      'one phrase prints the API\'s results; for stdin, each line prints {"query", "results"}',
    ],
    [
      '--verbose',
      "adds the rules by which bizctl's own date engine reads the same phrase, such as noon for a day without a time",
    ],
  ],
};
