import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {executeWrites} from '../../app/run-writes.js';
import {concurrencyOption, examples} from '../options.js';
import {deletionTable, describeField} from './view.js';

export function addFieldsDelete(fields: Group, factory: Factory): void {
  fields
    .command('delete')
    .description('Delete custom fields, with the values stored in them')
    .argument('<field...>', 'ids, or name:NAME')
    .option('--yes', 'do not ask; needed where nobody can answer')
    .addOption(concurrencyOption)
    .addHelpText(
      'after',
      examples('bizctl fields delete name:legacy_code --yes', 'bizctl fields delete name:fax name:vip --yes --json'),
    )
    .action(async (names, options, command) => {
      const context = await factory.openApi(command);
      const confirm = context.openConfirm('deleting');
      const [{idOf}, {deleteField}, {findUniqueFields, parseFieldReference}] = await Promise.all([
        import('../../api/fields.js'),
        import('../../api/write-fields.js'),
        import('../../api/find-field.js'),
      ]);
      const references = names.map(parseFieldReference);
      const mustLook = !options.yes || references.some(({member}) => member === 'name');
      const found = mustLook
        ? await findUniqueFields(context.http, references)
        : references.map(({value}) => ({id: value}));
      const fields = [...new Map(found.map(field => [idOf(field), field])).values()];
      const what = fields.length === 1 ? 'this custom field' : `these ${fields.length} custom fields`;
      await confirm(
        `Delete ${what} of ${context.tenant}, with the values stored in ${fields.length === 1 ? 'it' : 'them'}?`,
        fields.map(describeField),
      );
      await executeWrites(context, {
        noun: 'custom fields',
        verb: 'deleted',
        inputs: fields,
        nameOf: describeField,
        concurrency: options.concurrency,
        write: async field => ({...(await deleteField(context.http, idOf(field), mustLook)), row: field}),
        show: pages => context.showResults(deletionTable, pages),
      });
    });
}
