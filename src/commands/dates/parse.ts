import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';
import {createAnswerView} from './view.js';

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
      const [{resolveZone}, phrases] = await Promise.all([import('./resolve-zone.js'), import('./ask-phrases.js')]);
      const zone = resolveZone(options.timeZone, context);
      const isList = words.length === 0;
      const {answers, check} = await phrases.askPhrases(context, phrases.readPhrases(words, context), {
        zone,
        ...options,
      });
      if (options.first) await context.showLines(phrases.readFirstDates(answers), isList);
      else await context.showEach(createAnswerView(zone, isList), answers);
      check();
    });
}
