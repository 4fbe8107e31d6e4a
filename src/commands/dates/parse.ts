import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addDatesParse(dates: Group, factory: Factory): void {
  dates
    .command('parse')
    .description('Show how the API reads date phrases')
    .argument('[phrase...]', 'phrase to parse (default: prompt, or lines on stdin)')
    .option('--time-zone <zone>', 'IANA name (default: TZ, then config, then this machine)')
    .option('--first', 'print only the first date; exit with code 4 if there is none')
    .option('--strict', 'exit with code 4 unless every phrase is fully understood')
    .addHelpText(
      'after',
      examples(
        'bizctl dates parse every friday 3pm until march --time-zone Europe/Berlin',
        'bizctl dates parse tomorrow at noon --first',
      ),
    )
    .action(async (words, options, command) => {
      const context = await factory.openApi(command);
      const {parsePhrases} = await import('./parse-phrases.js');
      await parsePhrases(context, words, options);
    });
}
