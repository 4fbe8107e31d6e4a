import {Option} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {executeWrites} from '../../app/run-writes.js';
import {quoteArgument} from '../../base/shell-word.js';
import {examples} from '../options.js';
import * as body from './body/body-options.js';
import {outcomeDetail} from './view.js';

export function addFieldsUpdate(fields: Group, factory: Factory): void {
  fields
    .command('update')
    .description('Change a custom field: only what is given is sent; its name and type cannot change')
    .argument('<field>', 'its id, or name:NAME')
    .addOption(body.labelOption)
    .addOption(body.descriptionOption)
    .option('--hint <text>', 'a hint; replies do not show it')
    .addOption(body.helperTextOption)
    .addOption(body.defaultValueOption)
    .addOption(body.requiredOption)
    .option('--no-required', 'a value is not needed')
    .addOption(body.minSizeOption)
    .addOption(body.maxSizeOption)
    .addOption(body.displayOption)
    .addOption(body.hiddenOption)
    .option('--no-hidden', 'show it')
    .addOption(body.optionOption)
    .addOption(body.optionDisplayOption)
    .option('--deleted', 'mark it as deleted')
    .option('--no-deleted', 'mark it as not deleted')
    .addOption(body.nullOption)
    .addOption(body.fileOption)
    .addOption(new Option('--name <name>').hideHelp())
    .addOption(new Option('--type <type>').hideHelp())
    .addHelpText(
      'after',
      examples(
        "bizctl fields update name:priority --label 'Priority' --null description",
        'bizctl fields update name:industry --option Energy --option-display radio --json',
      ),
    )
    .action(async (field, options, command) => {
      const context = await factory.openApi(command);
      const [
        {buildUpdateBody, needsCurrent},
        {checkFlags, readBodies},
        {idOf},
        {updateField},
        {findUniqueField, parseFieldReference},
        {describeDifferences},
      ] = await Promise.all([
        import('./body/build-body.js'),
        import('./body/read-bodies.js'),
        import('../../api/fields.js'),
        import('../../api/write-fields.js'),
        import('../../api/find-field.js'),
        import('../../api/differences.js'),
      ]);
      const reference = parseFieldReference(field);
      const {bodies} = await readBodies(context, 'update', options.file, base => buildUpdateBody(options, base));
      const current =
        needsCurrent(options) || reference.member === 'name'
          ? await findUniqueField(context.http, reference)
          : {id: reference.value};
      const id = idOf(current);
      const updates = bodies.map(({declared}) => ({
        ...declared,
        ...buildUpdateBody(options, {...current, ...declared}),
      }));
      for (const body of updates) checkFlags(body, 'update');
      await executeWrites(context, {
        noun: 'custom fields',
        verb: 'updated',
        inputs: updates,
        nameOf: () => id,
        concurrency: 1,
        write: async body => {
          const written = await updateField(context.http, id, body);
          const kept =
            body['deleted'] === true
              ? `it may not be listed any more; to take that back: bizctl fields update ${quoteArgument(id)} --no-deleted`
              : undefined;
          return {
            row: {outcome: 'updated' as const, field: written.field},
            note: written.note ?? kept,
            warning: describeDifferences(body, written.field),
          };
        },
        show: pages => context.showOnly(outcomeDetail, pages),
      });
    });
}
