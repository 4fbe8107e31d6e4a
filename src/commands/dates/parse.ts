import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addDatesParse(dates: Group, factory: Factory): void {
  dates
    .command('parse')
    .description('Show how the API reads date phrases')
    .argument('[phrase...]', 'a phrase; if omitted, prompts, or reads lines from stdin')
    .option('--time-zone <zone>', 'IANA name (default: TZ, the time-zone setting, this machine)')
    .option('--first', 'print only the first date; exit with code 4 without one')
    .option('--strict', 'exit with code 4 unless every phrase is fully understood')
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
