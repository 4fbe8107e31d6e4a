import type {CustomField} from '../../api/fields.js';
import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {executeWrites} from '../../app/run-writes.js';
import {GuardError, UsageError} from '../../base/errors.js';
import {sameJson} from '../../json/json.js';
import {examples} from '../options.js';
import {outcomeDetail} from './view.js';

export function addFieldsEdit(fields: Group, factory: Factory): void {
  fields
    .command('edit')
    .description('Change a custom field as a text in your editor, and see what would be sent')
    .argument('<field>', 'its id, or name:NAME')
    .addHelpText('after', examples('bizctl fields edit name:priority', 'bizctl fields edit name:industry --quiet'))
    .action(async (reference, _options, command) => {
      const context = await factory.openApi(command);
      const {prompts, openEditor} = context;
      if (!prompts || !openEditor)
        throw new UsageError('editing needs a terminal', 'Say what is to change with flags: bizctl fields update');
      const [{describeDifferences}, {idOf}, {updateField}, {findUniqueField, parseFieldReference}, {editField}] =
        await Promise.all([
          import('../../api/differences.js'),
          import('../../api/fields.js'),
          import('../../api/write-fields.js'),
          import('../../api/find-field.js'),
          import('./body/edit-field.js'),
        ]);
      const find = () => findUniqueField(context.http, parseFieldReference(reference));
      const field = await find();
      await editField({context, prompts, openEditor}, field, async changes => {
        refuseChanged(field, await find());
        await executeWrites(context, {
          noun: 'custom fields',
          verb: 'updated',
          inputs: [changes],
          nameOf: () => idOf(field),
          concurrency: 1,
          write: async body => {
            const written = await updateField(context.http, idOf(field), body);
            return {
              row: {outcome: 'updated' as const, field: written.field},
              note: written.note,
              warning: describeDifferences(body, written.field),
            };
          },
          show: pages => context.showOnly(outcomeDetail, pages),
        });
      });
    });
}

function refuseChanged(field: CustomField, now: CustomField): void {
  if (!sameJson(field, now))
    throw new GuardError('the field was changed by someone else while you edited it', 'Look at it, and edit it again.');
}
