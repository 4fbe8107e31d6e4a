import {createMembers} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {showValue} from '../../../output/value.js';
import {withKnown} from '../../../output/view.js';
import {executeFieldWrites, type WriteOptions} from '../write/execute-field-writes.js';
import {fieldOutcomeTable, showOutcomes} from '../write/outcome-view.js';
import {buildCreateBody, type CreateOptions} from './build-body.js';
import type {IfExists} from './decide-create.js';
import {prepareCreates} from './if-exists.js';
import {readBodies} from './read-bodies.js';
import {warnOfValues} from './warn-of-values.js';
import {completeOptions} from './wizard.js';

interface CreateFieldsOptions extends CreateOptions, WriteOptions {
  readonly file?: string | undefined;
  readonly ifExists: IfExists;
}

const createMissing = 'To create what is missing, run the same command with --if-exists skip.';

export async function createFields(context: ApiContext, given: CreateFieldsOptions): Promise<void> {
  const options = await completeOptions(given, context);
  const {bodies, isList} = await readBodies(context, 'create', options.file, base => buildCreateBody(options, base));
  const sent = bodies.map(({body}) => body);
  await warnOfValues(context, sent, createMembers, []);
  const textsOf = (member: string) => sent.map(body => showValue(body[member]));
  const known = {outcome: ['created'], name: textsOf('name'), label: textsOf('label')};
  await executeFieldWrites(context, {
    ...options,
    command: 'create',
    verb: options.ifExists === 'update' ? 'written' : 'created',
    prepare: () => prepareCreates(context, bodies, options.ifExists),
    // The same command would refuse those that exist by then.
    hintOnUnknown: options.ifExists === 'fail' ? createMissing : undefined,
    show: pages => showOutcomes(context, pages, isList, withKnown(fieldOutcomeTable, known)),
  });
}
