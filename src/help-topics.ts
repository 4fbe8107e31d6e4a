import {environment} from './environment.js';
import {exitCodes} from './errors.js';

/** Lines of two columns. */
function toLines(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('');
}

const formatting = `Without --output, bizctl prints for whoever reads it:

  at a terminal   a table fitted to its width, long cells cut with "…", columns without room left out
                  and named; longer than the screen, it goes to the pager
  elsewhere       a table without borders or colours, nothing cut, one row a line

For machines, the same wherever it goes:

  --json                  an array for a list, an object for one thing: the API's own members, every digit as it came
  --output ndjson         one JSON value a line, written as it arrives
  --columns id,label      just these members, by path (type.primitive_type, validators.0.required), in every format

A list that breaks off ends with exit code 7, and its JSON array is not closed. Errors, notes and warnings go to
stderr, as JSON for machines: {"error": {"code", "message", "hint", …}}, {"note": …}, {"warning": …}.

NO_COLOR, TERM=dumb and --no-color turn colours off; --no-pager and PAGER=cat the pager; --quiet notes and warnings.
`;

/** What `bizctl help TOPIC` tells. */
export const helpTopics = {
  'exit-codes': {
    summary: 'what each exit code means, and what to do then',
    text: () =>
      toLines(
        exitCodes.map(({exit, meaning, action}) => [String(exit), action === '' ? meaning : `${meaning} (${action})`]),
      ),
  },
  environment: {
    summary: 'the environment variables that bizctl reads',
    text: () => toLines(environment.map(({variable, meaning}) => [variable, meaning])),
  },
  formatting: {summary: 'tables, JSON, columns and the pager', text: () => formatting},
} as const;
