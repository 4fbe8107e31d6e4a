import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {didYouMean} from '../../base/near-names.js';
import {type Message, toText} from '../../base/suggest-command.js';
import {primitiveWords} from '../field-words.js';
import {addListCommand, describeEmpty, examples, toListQuery} from '../options.js';
import {fieldTable} from './view.js';

export function addFieldsList(fields: Group, factory: Factory): void {
  addListCommand(fields, 'List custom fields, all pages')
    .option('--type <type>', 'show only fields of this type, such as phone or array')
    .option('--required', 'show only required fields')
    .addHelpText(
      'after',
      examples(
        'bizctl fields list phone --sort label',
        'bizctl fields list --json --columns id,name,type.primitive_type',
      ),
    )
    .action(async (words, options, command) => {
      const context = await factory.openApi(command);
      const {listFields} = await import('../../api/fields.js');
      const empty = describeEmpty(
        'custom fields',
        options,
        [
          ...words,
          ...(options.type === undefined ? [] : ['--type', options.type]),
          ...(options.required ? ['--required'] : []),
        ],
        suggest => `to create one, run: ${suggest('fields', 'create')}`,
      );
      const view = {...fieldTable, empty: withTypes(empty, options.type)};
      const isSelecting = words.length > 0 || options.type !== undefined || options.required || options.sort;
      if (!isSelecting) {
        const pages = listFields(context.http, toListQuery(options));
        const isWhole = options.filter === undefined && options.pageToken === undefined;
        if (!isWhole || !context.io.stdout.isTerminal) return context.showAll(view, pages);
        const {cacheFields} = await import('../../app/field-cache.js');
        return context.showAll(view, cacheFields(context, pages));
      }
      const {selectFields} = await import('./select-fields.js');
      const pages = listFields(context.http, toListQuery({...options, limit: undefined}));
      return context.showAll(view, selectFields(view, pages, words, options));
    });
}

const typeWords: readonly string[] = [...primitiveWords, 'array', 'ref'];

/** Adds what may have been meant by a type that nobody knows; a tenant may have others than the reference. */
function withTypes(empty: Message, type: string | undefined): Message {
  if (type === undefined || typeWords.includes(type.toLowerCase())) return empty;
  const hint = didYouMean(type, typeWords) ?? `Types in the API reference: ${typeWords.join(', ')}.`;
  return suggest => `${toText(empty, suggest)}. ${hint}`;
}
