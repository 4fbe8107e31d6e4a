import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addDatesParse(dates: Group, factory: Factory): void {
  dates
    .command('parse')
    .description("Show the API's reading of a date phrase; without one, of each line of stdin")
    .argument(
      '[phrase...]',
      'the phrase; quotes are not needed. For machines one phrase gives its readings, lines of stdin {query, results}',
    )
    .option('--time-zone <zone>', "IANA name (default: this machine's zone)")
    .option('--first', 'print only the first date; exit 4 when there is none')
    .option('--strict', 'exit 4 when a phrase was understood only in part, or not at all')
    .addHelpText(
      'after',
      examples(
        'bizctl dates parse every friday at 3pm until march --time-zone Europe/Berlin',
        'bizctl dates parse tomorrow at noon --first',
      ),
    )
    .action(async (words, options, command) => {
      const context = await factory.openApi(command);
      const {parsePhrases} = await import('./parse-phrases.js');
      await parsePhrases(context, words, options);
    });
}
