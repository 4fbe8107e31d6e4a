import {mergeObjects, pickMembers} from '../../../api/merge.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {showValue} from '../../../output/value.js';
import {withKnown} from '../../../output/view.js';
import {mergeOptions} from '../../../plan/merge-options.js';
import {fieldOutcomeTable} from '../view.js';
import {executeFieldWrites} from '../write/execute-field-writes.js';
import {outcomeDetail} from '../write/outcome-view.js';
import {whileLocked} from '../write/while-locked.js';
import {buildCreateBody, type CreateOptions} from './build-body.js';
import type {IfExists} from './decide-create.js';
import {prepareCreates} from './if-exists.js';
import {type Body, readBodies} from './read-bodies.js';
import {warnOfValues} from './warn-of-values.js';
import {completeOptions} from './wizard.js';

interface CreateFieldsOptions extends CreateOptions {
  readonly file?: string | undefined;
  readonly ifExists: IfExists;
  readonly concurrency: number;
  readonly dryRun?: true | undefined;
}

export async function createFields(context: ApiContext, given: CreateFieldsOptions): Promise<void> {
  const options = await completeOptions(given, context);
  const {bodies, isList} = await readBodies(context, 'create', options.file, base => buildCreateBody(options, base));
  await warnOfValues(
    context,
    bodies.map(({body}) => body),
  );
  const mergeInto = ({declared, readFlags}: Body, field: CustomField) => {
    const {options: choices} = declared;
    // The ids of choices may be those of another tenant.
    const merged = choices === undefined ? undefined : mergeOptions(choices, field['options']);
    const base = {...mergeObjects(declared, field), ...(merged ? {options: merged.options} : {})};
    return {
      members: {...pickMembers(base, declared), ...readFlags(base)},
      isDefaultOpen: merged?.isDefaultOpen === true,
      unknownDefault: merged?.unknownDefault,
    };
  };
  const textsOf = (member: string) => bodies.map(({body}) => showValue(body[member]));
  const known = {outcome: ['created'], name: textsOf('name'), label: textsOf('label')};
  const create = async () => {
    const {fields, writes} = await prepareCreates(context, bodies, {ifExists: options.ifExists, mergeInto});
    await executeFieldWrites(context, {
      command: 'create',
      writes,
      seen: fields,
      concurrency: options.concurrency,
      dryRun: options.dryRun,
      show: pages =>
        isList
          ? context.showResults(withKnown(fieldOutcomeTable, known), pages)
          : context.showOnly(outcomeDetail, pages),
    });
  };
  await whileLocked(context, options, create);
}
