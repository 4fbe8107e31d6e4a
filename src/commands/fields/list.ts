import {isWhole} from '../../api/page.js';
import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {addListCommand, describeEmpty, examples, toListQuery} from '../options.js';
import {fieldTable} from './show/view.js';

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
      const given = [
        ...words,
        ...(options.type === undefined ? [] : ['--type', options.type]),
        ...(options.required ? ['--required'] : []),
      ];
      const empty = describeEmpty(
        'custom fields',
        options,
        given,
        suggest => `to create one, run: ${suggest('fields', 'create')}`,
      );
      const view = {...fieldTable, empty};
      if (given.length === 0 && !options.sort) {
        const query = toListQuery(options);
        const pages = listFields(context.http, query);
        if (!isWhole(query) || !context.io.stdout.isTerminal) return context.showAll(view, pages);
        const {cacheFields} = await import('../../app/field-cache.js');
        return context.showAll(view, cacheFields(context, pages));
      }
      const {selectFields, withTypes} = await import('./find/select-fields.js');
      const pages = listFields(context.http, toListQuery({...options, limit: undefined}));
      return context.showAll(
        {...view, empty: withTypes(empty, options.type)},
        selectFields(view, pages, words, options, context.http.settings.signal),
      );
    });
}
