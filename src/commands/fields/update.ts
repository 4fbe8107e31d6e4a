import {Option} from '@commander-js/extra-typings';
import type {Group} from '../../global-options.js';
import type {OpenSession} from '../../session.js';
import {examples} from '../options.js';
import {runWrites} from '../writes.js';
import * as body from './body-options.js';
import {outcomeDetail} from './view.js';

export function addFieldsUpdate(fields: Group, open: OpenSession): void {
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
    .addOption(body.minSizeOption)
    .addOption(body.maxSizeOption)
    .addOption(body.displayOption)
    .addOption(body.hiddenOption)
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
        'bizctl fields update name:priority --no-deleted --json',
      ),
    )
    .action(async (field, options, command) => {
      const session = await open(command);
      const [{buildUpdateBody}, {readBodies}, api, {describeDifferences}] = await Promise.all([
        import('./build-body.js'),
        import('./read-bodies.js'),
        import('../../api/fields.js'),
        import('../../api/differences.js'),
      ]);
      const {bodies} = await readBodies(session, 'update', options.file, buildUpdateBody(options));
      const id = await api.resolveId(session.http, api.parseFieldReference(field));
      await runWrites(session, {
        noun: 'custom fields',
        verb: 'updated',
        inputs: bodies,
        nameOf: () => field,
        concurrency: 1,
        write: async body => {
          const written = await api.updateField(session.http, id, body);
          return {
            row: {outcome: 'updated' as const, field: written.field},
            note: written.note,
            warning: describeDifferences(body, written.field),
          };
        },
        show: pages => session.showOnly(outcomeDetail, pages),
      });
    });
}
