import {Option} from '@commander-js/extra-typings';
import type {CustomField} from '../../api/fields.js';
import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {executeWrites} from '../../app/run-writes.js';
import type {JsonObject} from '../../json/json.js';
import {concurrencyOption, examples} from '../options.js';
import * as body from './body/body-options.js';
import {fieldOutcomeTable, outcomeDetail} from './view.js';

export function addFieldsCreate(fields: Group, factory: Factory): void {
  fields
    .command('create')
    .description('Create custom fields, from flags, from a file, or from what you answer')
    .option('--name <name>', 'its name, fixed for ever')
    .option(
      '--type <type>',
      "decimal, datetime, semver, phone, 'array<phone>', 'ref<CRM/Contact>(name,email)'; fixed for ever",
    )
    .addOption(body.labelOption)
    .addOption(body.descriptionOption)
    .addOption(body.helperTextOption)
    .addOption(body.defaultValueOption)
    .addOption(body.exampleValueOption)
    .addOption(body.requiredOption)
    .addOption(body.minSizeOption)
    .addOption(body.maxSizeOption)
    .addOption(body.displayOption)
    .addOption(body.hiddenOption)
    .addOption(body.optionOption)
    .addOption(body.optionDisplayOption)
    .addOption(body.nullOption)
    .option('--file <file>', 'one field or many from a file, - for stdin: JSON, YAML, or JSON lines')
    .addOption(
      new Option('--if-exists <what>', 'when there is a field of that name')
        .choices(['fail', 'skip', 'update', 'allow'])
        .default('fail' as const),
    )
    .addOption(concurrencyOption)
    .addHelpText(
      'after',
      examples(
        "bizctl fields create --name net_budget --type decimal --label 'Net budget' --required",
        'bizctl fields create --name stage --type semver --option Draft --option Final --if-exists skip --json',
      ),
    )
    .action(async (given, command) => {
      const context = await factory.openApi(command);
      const {completeOptions} = await import('./body/wizard.js');
      const options = await completeOptions(given, context);
      const [{buildCreateBody}, {readBodies}, {prepareCreates}, {mergeObjects, pickMembers}] = await Promise.all([
        import('./body/build-body.js'),
        import('./body/read-bodies.js'),
        import('./body/if-exists.js'),
        import('../../api/merge.js'),
      ]);
      const {bodies, isList} = await readBodies(context, 'create', options.file, base =>
        buildCreateBody(options, base),
      );
      const mergeInto = (declared: JsonObject, field: CustomField) => {
        const base = mergeObjects(declared, field);
        return {...pickMembers(base, declared), ...buildCreateBody(options, base)};
      };
      await executeWrites(context, {
        noun: 'custom fields',
        verb: 'created',
        inputs: await prepareCreates(context.http, bodies, {ifExists: options.ifExists, mergeInto}),
        nameOf: ({name}) => name,
        concurrency: options.concurrency,
        write: ({write}) => write(),
        show: pages =>
          isList ? context.showResults(fieldOutcomeTable, pages) : context.showOnly(outcomeDetail, pages),
      });
    });
}
