import type {OpenSession} from '../../app/api-context.js';
import type {Group} from '../../cli/global-options.js';
import {examples} from '../options.js';
import {fieldDetail} from './view.js';

export function addFieldsGet(fields: Group, open: OpenSession): void {
  fields
    .command('get')
    .description('Show one custom field in full')
    .argument('<field>', 'its id, or name:NAME')
    .addHelpText('after', examples('bizctl fields get name:priority', 'bizctl fields get name:priority --json'))
    .action(async (field, _options, command) => {
      const session = await open(command);
      const {findField, parseFieldReference} = await import('../../api/find-field.js');
      await session.show(fieldDetail, await findField(session.http, parseFieldReference(field)));
    });
}
