/** The members of a result (2.5). */
export const documentedPaths = [
  'query',
  'parse_start',
  'parse_end',
  'complete_match',
  'date_inferred',
  'time_inferred',
  'recurring',
  'result',
  'result.dates',
  'result.chain',
  'recurse_until',
  'recurse_until.dates',
  'recurse_until.chain',
];
